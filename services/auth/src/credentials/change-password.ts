import type { accountCalls, CallRequest } from '@nightshelf/contracts';
import {
  type Client,
  type EntityManager,
  type Identity,
  type IntendedWork,
  invalid,
  isCoded,
  unauthenticated,
  type Work,
} from '@nightshelf/platform';
import type { DeferredActivity } from '../activity/deferred-activity.ts';
import { recordActivity } from '../activity/record-activity.ts';
import type { BrowserSessions } from '../sessions/browser-sessions.ts';
import { findActiveUser, lockActiveUser } from '../users/find-user.ts';
import { beginAgain } from './begin-again.ts';
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
  readonly form: CallRequest<typeof accountCalls.changePassword>['body'];
}

/** Whose password it was. A type, not an interface, since it is kept as JSON. */
type Changed = { readonly userId: string };

interface Checked extends Changed {
  /** The hash that the current password was checked against. */
  readonly checked: string;
  /** Of the new password. */
  readonly passwordHash: string;
}

/**
 * Changes the password of who is signed in, ends all other sessions and gives this one a new token. The session ends with
 * the change: whose answer was lost sends the same request again, and is nobody by then.
 * @returns the new session's cookie; another one when the request is sent again
 * @throws CodedError 422 on `current_password` or `password`, 409 without a password, 429 after too many attempts, 401 when
 * nobody is signed in and this was not done before
 */
export async function changePassword(
  intended: IntendedWork,
  parts: ChangeParts,
  change: PasswordChange,
): Promise<string> {
  const { caller, client, form } = change;
  let changed: Changed | null;
  try {
    changed = await intended.prepared<Checked, Changed | null>(
      () => checkAndHash(parts, change),
      async ({ em }, { userId, checked, passwordHash }) => {
        const user = await lockActiveUser(em, userId);
        // It may have been changed by another request since it was checked.
        if (!user || user.passwordHash !== checked) throw wrongPassword();
        user.passwordHash = passwordHash;
        await recordActivity(em, { userId: user.id, kind: 'password_changed', client });
        if (form.unlink?.length) await parts.unlink(em, userId, form.unlink, client);
        await revokeOpenLinks(em, user.id);
        // While who signs in with the old password has to wait. The one that asks ends when the change is stored.
        await parts.sessions.endAll(userId, caller?.sessionId);
        return { userId };
      },
    );
  } catch (error) {
    if (caller && isCoded(error, 'auth.wrong_password')) {
      parts.deferred.recordRefusal({ userId: caller.userId, kind: 'password_change_refused', client });
    }
    throw error;
  }
  if (caller) return parts.sessions.renewAlone(caller, client);
  if (!changed) throw unauthenticated();
  const again = { userId: changed.userId, password: form.password, caller, client, isAlone: true };
  return beginAgain(parts, again).catch((error: unknown) => {
    throw isCoded(error, 'auth.invalid_credentials') ? unauthenticated() : error;
  });
}

async function checkAndHash(
  { work, passwords, attempts }: ChangeParts,
  { caller, client, form }: PasswordChange,
): Promise<Checked> {
  if (!caller) throw unauthenticated();
  const user = await findActiveUser(work.query(), caller.userId);
  if (!user) throw unauthenticated();
  const checked = await confirmPassword({ passwords, attempts }, user, { given: form.current_password, client });
  if (isSamePassword(form.current_password, form.password)) {
    throw invalid({ password: ['Choose a password that differs from the current one'] });
  }
  refuseWeak(form.password, user);
  return { userId: user.id, checked, passwordHash: await passwords.hash(form.password, client) };
}
