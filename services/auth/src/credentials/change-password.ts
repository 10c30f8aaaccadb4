import type { CallRequest } from '@nightshelf/contracts/call.ts';
import type * as accountCalls from '@nightshelf/contracts/calls/accounts.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import { invalid, isCoded, unauthenticated } from '@nightshelf/platform/errors/coded-error.ts';
import type { Client } from '@nightshelf/platform/http/client.ts';
import type { Identity } from '@nightshelf/platform/http/identity.ts';
import type { IntendedWork } from '@nightshelf/platform/idempotency/intended-work.ts';
import type { DeferredActivity } from '../activity/deferred-activity.ts';
import { recordActivity } from '../activity/record-activity.ts';
import type { BrowserSessions } from '../sessions/browser-sessions.ts';
import { type Done, databaseTime, repeatSignIn } from '../sessions/repeat-sign-in.ts';
import { findActiveUser, lockActiveUser } from '../users/find-user.ts';
import { type ConfirmParts, confirmPassword, wrongPassword } from './confirm-password.ts';
import { isSamePassword } from './passwords.ts';
import { refuseWeak } from './refuse-weak.ts';
import { revokeOpenLinks } from './revoke-reset-links.ts';

export interface ChangeParts extends ConfirmParts {
  readonly work: Work;
  readonly sessions: BrowserSessions;
  readonly deferred: DeferredActivity;
  /** Takes linked external accounts away from the user. */
  readonly unlink: (em: EntityManager, userId: string, ids: readonly string[], client: Client) => Promise<void>;
}

interface PasswordChange {
  /** Null when their session has ended, as it does with the change itself. */
  readonly caller: Identity | null;
  readonly client: Client;
  /** The request's `Cookie` header, which tells whether the browser is the one that has asked before. */
  readonly cookies: string | undefined;
  readonly form: CallRequest<typeof accountCalls.changePassword>['body'];
  /** Demands of who is signed in that they have proven of late that it is them. */
  readonly confirmed: (caller: Identity) => Promise<void>;
}

/** Whose password it was, the session that asked, and the one in its place. A type, not an interface, since it is kept as JSON. */
type Changed = Done & { readonly askedBy?: string };

interface Checked {
  readonly caller: Identity;
  /** The hash that the current password was checked against. */
  readonly checked: string;
  /** Of the new password. */
  readonly passwordHash: string;
}

/**
 * Changes the password of who is signed in, ends all other sessions and puts another in the place of this one. The session ends
 * with the change: whose answer was lost sends the same request again, and is nobody by then.
 * @returns the new session's cookie; another one when the request is sent again
 * @throws CodedError 422 on `current_password` or `password`, 409 without a password, 429 after too many attempts, 401 when
 * nobody is signed in and this browser has not done it before
 */
export async function changePassword(
  intended: IntendedWork,
  parts: ChangeParts,
  change: PasswordChange,
): Promise<string> {
  const { caller: asking, client, form } = change;
  const { sessions } = parts;
  let begun: string | null = null;
  let changed: Changed;
  try {
    changed = await intended.prepared<Checked, Changed>(
      () => checkAndHash(parts, change),
      async ({ em }, { caller, checked, passwordHash }) => {
        const { userId, sessionId: askedBy } = caller;
        const user = await lockActiveUser(em, userId);
        // It may have been changed by another request since it was checked, and the session ended.
        if (!user || user.passwordHash !== checked) throw wrongPassword();
        if (!(await sessions.isThere(askedBy))) throw unauthenticated();
        user.passwordHash = passwordHash;
        await recordActivity(em, { userId, kind: 'password_changed', client });
        if (form.unlink?.length) await parts.unlink(em, userId, form.unlink, client);
        await revokeOpenLinks(em, userId);
        // While who signs in with the old password has to wait. The one that asks ends when the change is stored.
        await sessions.endAll(userId, askedBy);
        begun = await sessions.beginNext(caller, client);
        return { userId, at: await databaseTime(em), sessionId: sessions.idIn(begun), askedBy };
      },
    );
  } catch (error) {
    if (asking && isCoded(error, 'auth.wrong_password')) {
      parts.deferred.recordRefusal({ userId: asking.userId, kind: 'password_change_refused', client });
    }
    throw error;
  }
  if (!begun) return beginAgain(parts, change, changed);
  if (asking) await sessions.end(asking);
  return begun;
}

/**
 * For the browser that has asked, known by its session, which has ended: nobody else who knows the passwords is let in by them,
 * past a second factor. Or for whoever is signed in after all.
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

async function checkAndHash(
  { work, passwords, attempts }: ChangeParts,
  { caller, client, form, confirmed }: PasswordChange,
): Promise<Checked> {
  if (!caller) throw unauthenticated();
  await confirmed(caller);
  const user = await findActiveUser(work.query(), caller.userId);
  if (!user) throw unauthenticated();
  const checked = await confirmPassword({ passwords, attempts }, user, { given: form.current_password, client });
  if (isSamePassword(form.current_password, form.password)) {
    throw invalid({ password: ['Choose a password that differs from the current one'] });
  }
  refuseWeak(form.password, user);
  return { caller, checked, passwordHash: await passwords.hash(form.password, client) };
}
