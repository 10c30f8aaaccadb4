import type { LoginPayload } from '@nightshelf/contracts/credentials.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import type { Client } from '@nightshelf/platform/http/client.ts';
import type { DeferredActivity } from '../activity/compose-activity.ts';
import { invalidCredentials } from '../sessions/sign-in-once.ts';
import type { SignInGuard } from '../throttling/compose-throttling.ts';
import { findUserByLogin } from '../users/find-user.ts';
import { User } from '../users/user.ts';
import type { Passwords } from './passwords.ts';

export interface CheckParts {
  readonly work: Work;
  readonly passwords: Passwords;
  readonly guard: SignInGuard;
  readonly deferred: DeferredActivity;
}

export interface Attempt {
  readonly credentials: LoginPayload;
  readonly client: Client;
  /** The `Cookie` header, which shows whether the browser is known. */
  readonly cookies: string | undefined;
}

/**
 * Returns the user with these credentials. An unknown user, a wrong password, an account without one and an inactive
 * account get the same response after the same time.
 * @throws CodedError 401, 429 after too many attempts, 503 when busy
 */
export async function checkCredentials(
  { work, passwords, guard, deferred }: CheckParts,
  { credentials, client, cookies }: Attempt,
): Promise<User> {
  const name = credentials.username_or_email.trim();
  const user = await guard.lookups.run(async () => {
    await guard.enter(name, client);
    return findUserByLogin(work.query(), name);
  });
  const isKnown = user !== null && guard.devices.knows(cookies, user.id);
  await guard.delay(name, isKnown);
  const matches = await passwords.matches(
    user?.passwordHash ?? null,
    credentials.password,
    isKnown ? client : { ...client, account: name },
  );
  if (!user?.isActive || !user.passwordHash || !matches) {
    if (user) deferred.recordRefusal({ userId: user.id, kind: 'sign_in_refused', client });
    throw invalidCredentials();
  }
  await guard.succeeded(name, client, isKnown);
  if (passwords.isOutdated(user.passwordHash)) {
    const passwordHash = await passwords.hash(credentials.password, client);
    // Only if the hash is still the checked one: another request may have changed the password.
    await work.transaction(({ em }) =>
      em.nativeUpdate(User, { id: user.id, passwordHash: user.passwordHash }, { passwordHash }),
    );
    user.passwordHash = passwordHash;
  }
  return user;
}
