import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { Transaction } from '@nightshelf/platform/database/transaction.ts';
import { CodedError, invalid, isCoded, unauthenticated } from '@nightshelf/platform/errors/coded-error.ts';
import type { Client } from '@nightshelf/platform/http/client.ts';
import type { Identity } from '@nightshelf/platform/http/identity.ts';
import type { IntendedWork } from '@nightshelf/platform/idempotency/intended-work.ts';
import { recordActivity } from '../activity/activity.ts';
import { type ConfirmParts, confirmPassword } from '../credentials/confirm-password.ts';
import { revokeResetLinks } from '../credentials/revoke-reset-links.ts';
import type { AuthParts } from '../parts.ts';
import type { BrowserSessions } from '../sessions/browser-sessions.ts';
import { type Claim, endClaims } from '../users/claims.ts';
import { findActiveUser } from '../users/find-user.ts';
import { publishUser, type User } from '../users/user.ts';
import {
  findLink,
  isMailedEnough,
  lockLink,
  markUsed,
  redirectMails,
  refuseTooManyMails,
  revokeLinks,
} from './address-links.ts';
import type { AddressMails } from './address-mails.ts';
import { freeAddress, lockForAddress, unlessTaken } from './free-address.ts';

export type RequestParts = ConfirmParts & Pick<AuthParts, 'work' | 'deferred'> & { readonly mails: AddressMails };

interface EmailRequest {
  readonly caller: Identity;
  readonly email: string;
  readonly password: string | undefined;
  readonly client: Client;
}

/**
 * Mails a link to the new address and a notice to the previous one. Neither the response nor its time reveals whether
 * another account has the address.
 * @throws CodedError 422 on `current_password` or `email`, 429 after too many attempts or mails
 */
export async function requestEmailChange(
  intended: IntendedWork,
  parts: RequestParts,
  { caller, email, password, client }: EmailRequest,
): Promise<void> {
  const { work, deferred, mails } = parts;
  const prepare = async () => {
    const user = await findActiveUser(work.query(), caller.userId);
    if (!user) throw unauthenticated();
    if (user.passwordHash) await confirmPassword(parts, user, { given: password, client });
    return user.passwordHash ?? null;
  };
  try {
    await intended.prepared(prepare, async ({ em }, checked) => {
      const { user, holder } = await lockForAddress(em, caller.userId, email);
      // Another request may have changed the password since the check.
      if (!user || (user.passwordHash ?? null) !== checked) throw unauthenticated();
      if (user.email?.toLowerCase() === email.toLowerCase()) throw invalid({ email: ['This is already your address'] });
      await refuseTooManyMails(em, user.id);
      await revokeLinks(em, user.id, ['change']);
      await mailBoth(em, mails, { user, holder, email });
      await recordActivity(em, { userId: user.id, kind: 'email_change_asked', client });
      return null;
    });
  } catch (error) {
    if (isCoded(error, 'auth.wrong_password')) {
      deferred.recordRefusal({ userId: caller.userId, kind: 'email_change_refused', client });
    }
    throw error;
  }
  mails.sent();
}

async function mailBoth(
  em: EntityManager,
  mails: AddressMails,
  { user, holder, email }: { user: User; holder: User | null; email: string },
): Promise<void> {
  const isEnough = await isMailedEnough(em, email);
  if (isEnough || holder?.emailVerifiedAt) await mails.noChange(em, user, email, isEnough ? null : holder);
  else await mails.change(em, user, email);
  // An unverified address may belong to a stranger, who must not get an undo link.
  if (user.email && user.emailVerifiedAt) await mails.changeNotice(em, user, user.email, email);
}

/**
 * Restores the previous address, or cancels a pending change. Needs no session and ends all of them, because an
 * intruder may be the one who is signed in.
 * @returns the address
 * @throws CodedError 400 when the link is invalid or expired, 409 when another account has verified the address since
 */
export async function undoEmailChange(
  intended: IntendedWork,
  { sessions, claims }: { readonly sessions: BrowserSessions; readonly claims: readonly Claim[] },
  { token, client }: { readonly token: string; readonly client: Client },
): Promise<string> {
  const act = async ({ em, publish }: Transaction) => {
    const found = await findLink(em, token);
    if (found?.kind !== 'undo') throw noUndoing();
    const { user, holder } = await lockForAddress(em, found.user_id, found.email);
    const link = await lockLink(em, token);
    if (!user || !link?.is_valid) throw noUndoing();
    await markUsed(em, link);
    await freeAddress(em, holder);
    await em.flush();
    const isOther = user.email?.toLowerCase() !== link.email.toLowerCase();
    if (isOther && user.changeEmail(link.email)) publishUser({ publish }, user);
    await redirectMails(em, user.id, link.email);
    // Keeps the undo links of earlier changes, which take precedence over this one.
    await revokeLinks(em, user.id, ['undo'], link);
    await revokeLinks(em, user.id, ['verify', 'change']);
    await revokeResetLinks(em, user.id);
    await endClaims(em, claims, 'taken back', { userId: user.id, client });
    await recordActivity(em, { userId: user.id, kind: 'email_change_undone', client });
    await sessions.store.endAll(user.id);
    return { userId: user.id, email: link.email };
  };
  const { userId, email } = await intended.transaction(act).catch(unlessTaken);
  // Runs again for a repeated request, because a session may have started since the first one.
  await sessions.store.endAll(userId);
  return email;
}

const noUndoing = () => new CodedError(400, 'auth.email_token_invalid', 'This link is no longer valid.');
