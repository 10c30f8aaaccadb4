import type { CallRequest } from '@nightshelf/contracts/call.ts';
import type * as accountCalls from '@nightshelf/contracts/calls/accounts.ts';
import { invalid, unauthenticated } from '@nightshelf/platform/errors/coded-error.ts';
import type { Client } from '@nightshelf/platform/http/client.ts';
import type { Identity } from '@nightshelf/platform/http/identity.ts';
import type { IntendedWork } from '@nightshelf/platform/idempotency/intended-work.ts';
import { recordActivity } from '../activity/activity.ts';
import { openKinds, revokeLinks } from '../mail/mailed-links.ts';
import type { AuthParts, ExternalLinks } from '../parts.ts';
import { type Done, databaseTime, repeatSignIn } from '../sessions/sign-in-once.ts';
import { findActiveUser, lockActiveUser } from '../users/find-user.ts';
import { confirmPassword, wrongPassword } from './confirm-password.ts';
import { isSamePassword } from './passwords.ts';
import { refuseWeak } from './weak-passwords.ts';

export type ChangeParts = AuthParts & { readonly linked: ExternalLinks };

interface PasswordChange {
  /** Null when the session has ended, as it does on a repeated request. */
  readonly caller: Identity | null;
  readonly client: Client;
  /** The `Cookie` header, which shows whether a repeated request comes from the same browser. */
  readonly cookies: string | undefined;
  readonly form: CallRequest<typeof accountCalls.changePassword>['body'];
  /** Throws unless the caller has passed a recent step-up. */
  readonly confirmed: (caller: Identity) => Promise<void>;
}

/** Stored as JSON with the idempotency key, hence a type instead of an interface. */
type Changed = Done & { readonly askedBy?: string };

/**
 * Changes the caller's password, ends all other sessions and replaces this one. The old session ends with the change,
 * so a repeated request arrives without a valid one.
 * @returns the new session's cookie; a different one for a repeated request
 * @throws CodedError 422 on `current_password` or `password`, 409 without a password, 429 after too many attempts, 401
 * without a session unless this browser made the change before
 */
export async function changePassword(
  intended: IntendedWork,
  parts: ChangeParts,
  change: PasswordChange,
): Promise<string> {
  const { caller: requester, client, form } = change;
  const { sessions } = parts;
  let begun: string | null = null;
  const changed = await intended.prepared(
    () => checkAndHash(parts, change),
    async ({ em }, { caller, checked, passwordHash }): Promise<Changed> => {
      const { userId, sessionId: askedBy } = caller;
      const user = await lockActiveUser(em, userId);
      // Another request may have changed the password since the check.
      if (!user || user.passwordHash !== checked) throw wrongPassword();
      if (!(await sessions.isThere(askedBy))) throw unauthenticated();
      user.passwordHash = passwordHash;
      await recordActivity(em, { userId, kind: 'password_changed', client });
      if (form.unlink?.length) await parts.linked.unlink(em, userId, form.unlink, client);
      await revokeLinks(em, userId, openKinds);
      // Runs while sign-ins with the old password wait for the lock. The caller's session ends after the commit.
      await sessions.store.endAll(userId, askedBy);
      begun = await sessions.beginNext(caller, client);
      return { userId, at: await databaseTime(em), sessionId: sessions.idIn(begun), askedBy };
    },
  );
  if (!begun) return beginAgain(parts, change, changed);
  if (requester) await sessions.end(requester);
  return begun;
}

/**
 * Accepts the browser of the first request, by its ended session, or a signed-in caller; the passwords alone must not
 * bypass a second factor.
 */
async function beginAgain(parts: ChangeParts, change: PasswordChange, changed: Changed): Promise<string> {
  const { sessions } = parts;
  const { caller, client, cookies, confirmed } = change;
  if (changed.askedBy === (caller?.sessionId ?? sessions.idIn(cookies))) {
    return (await repeatSignIn(parts, changed, { caller, client, expired: unauthenticated })).cookie;
  }
  if (!caller || !(await sessions.isThere(caller.sessionId))) throw unauthenticated();
  await confirmed(caller);
  const next = await sessions.beginNext(caller, client);
  await sessions.end(caller);
  return next;
}

/** @returns as `checked` the hash that the current password matched, and the hash of the new one */
async function checkAndHash(parts: ChangeParts, { caller, client, form, confirmed }: PasswordChange) {
  if (!caller) throw unauthenticated();
  await confirmed(caller);
  const user = await findActiveUser(parts.work.query(), caller.userId);
  if (!user) throw unauthenticated();
  const refused = 'password_change_refused';
  const checked = await confirmPassword(parts, user, { given: form.current_password, client, refused });
  if (isSamePassword(form.current_password, form.password)) {
    throw invalid({ password: ['Choose a new password'] });
  }
  refuseWeak(form.password, user);
  return { caller, checked, passwordHash: await parts.passwords.hash(form.password, client) };
}
