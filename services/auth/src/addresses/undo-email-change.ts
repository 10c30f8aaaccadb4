import type { Transaction } from '@nightshelf/platform/database/transaction.ts';
import { CodedError } from '@nightshelf/platform/errors/coded-error.ts';
import type { Client } from '@nightshelf/platform/http/client.ts';
import type { IntendedWork } from '@nightshelf/platform/idempotency/intended-work.ts';
import { recordActivity } from '../activity/record-activity.ts';
import { revokeResetLinks } from '../credentials/revoke-reset-links.ts';
import type { BrowserSessions } from '../sessions/browser-sessions.ts';
import { type Claim, endClaims } from '../users/claims.ts';
import { publishUser } from '../users/user-state.ts';
import { findLink, lockLink, markUsed, revokeLinks } from './address-links.ts';
import { freeAddress, lockForAddress, unlessTaken } from './free-address.ts';
import { redirectMails } from './redirect-mails.ts';

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
    await sessions.endAll(user.id);
    return { userId: user.id, email: link.email };
  };
  const { userId, email } = await intended.transaction(act).catch(unlessTaken);
  // Runs again for a repeated request, because a session may have started since the first one.
  await sessions.endAll(userId);
  return email;
}

const noUndoing = () => new CodedError(400, 'auth.email_token_invalid', 'This link is no longer valid.');
