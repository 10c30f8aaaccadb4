import { LockMode } from '@mikro-orm/postgresql';
import type { accountCalls, CallRequest } from '@nightshelf/contracts';
import { conflict, type Identity, invalid, type Origin, unauthenticated, type Work } from '@nightshelf/platform';
import { recordActivity } from '../activity/record-activity.ts';
import type { Refusals } from '../activity/refusals.ts';
import { revokeResets } from '../recovery/revoke-resets.ts';
import type { BrowserSessions } from '../sessions/browser-sessions.ts';
import type { AttemptLimit } from '../throttling/attempt-limit.ts';
import { findActiveUser } from '../users/find-user.ts';
import { User } from '../users/user.ts';
import { refuseCommon } from './common-passwords.ts';
import type { Passwords } from './passwords.ts';

export interface ChangeParts {
  readonly work: Work;
  readonly passwords: Passwords;
  readonly sessions: BrowserSessions;
  readonly attempts: AttemptLimit;
  readonly refusals: Refusals;
}

type Form = CallRequest<typeof accountCalls.changePassword>['body'];

/**
 * Changes the password of who is signed in, ends all other sessions and gives this one a new token.
 * @returns the new session cookie
 * @throws CodedError 422 on `current_password` or `password`, 409 without a password, 429 after too many attempts
 */
export async function changePassword(
  { work, passwords, sessions, attempts, refusals }: ChangeParts,
  { identity, origin, form }: { identity: Identity; origin: Origin; form: Form },
): Promise<string> {
  const user = await findActiveUser(work.read(), identity.userId);
  if (!user) throw unauthenticated();
  if (!user.passwordHash)
    throw conflict('auth.no_password', 'This account has no password yet. Ask for a link to set one.');
  await attempts.enter(`change:${user.id}`, origin.address);
  if (!(await passwords.matches(user.passwordHash, form.current_password))) {
    refusals.record(user.id, 'password_change_refused', origin);
    throw wrongPassword();
  }
  await attempts.succeeded(`change:${user.id}`, origin.address);
  if (form.current_password.normalize('NFKC') === form.password.normalize('NFKC')) {
    throw invalid({ password: ['Choose a password that differs from the current one'] });
  }
  refuseCommon(form.password);
  const passwordHash = await passwords.hash(form.password);
  return work.transaction(async ({ em }) => {
    const locked = await em.findOne(User, { id: user.id, isActive: true }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    // Somebody else may have changed it since it was checked.
    if (!locked || locked.passwordHash !== user.passwordHash) throw wrongPassword();
    locked.passwordHash = passwordHash;
    await recordActivity(em, { userId: user.id, kind: 'password_changed', origin });
    await revokeResets(em, user.id);
    return sessions.renewAlone(identity, origin);
  });
}

const wrongPassword = () => invalid({ current_password: ['Current password is wrong'] }, 'auth.wrong_password');
