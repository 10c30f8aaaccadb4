import type { OwnUser } from '@nightshelf/contracts/users.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { Transaction } from '@nightshelf/platform/database/transaction.ts';
import { conflict, unauthenticated } from '@nightshelf/platform/errors/coded-error.ts';
import type { Client } from '@nightshelf/platform/http/client.ts';
import type { Identity } from '@nightshelf/platform/http/identity.ts';
import type { Change } from '@nightshelf/platform/idempotency/intended-work.ts';
import { recordActivity } from '../activity/record-activity.ts';
import { revokeResetLinks } from '../credentials/revoke-reset-links.ts';
import { showOwnUser } from '../users/presenter.ts';
import type { User } from '../users/user.ts';
import { publishUser } from '../users/user-state.ts';
import { type AddressLink, findLink, invalidLink, lockLink, markUsed, revokeLinks } from './address-links.ts';
import { freeAddress, lockForAddress, unlessTaken } from './free-address.ts';
import { redirectMails } from './redirect-mails.ts';

interface Verification {
  readonly caller: Identity;
  readonly token: string;
  readonly client: Client;
}

/**
 * Confirms the user's address, or gives the user the new one that a link is about. Only whoever is signed in to the account
 * can: a stranger who gets the mail for an account that is not theirs cannot confirm it unknowingly.
 * @throws CodedError 400 when the link is not valid or no longer, 409 when it is another account's
 */
export async function verifyEmail(work: Change, { caller, token, client }: Verification): Promise<OwnUser> {
  const act = async ({ em, publish }: Transaction) => {
    const found = await findLink(em, token);
    if (!found || found.kind === 'undo') throw invalidLink();
    if (found.user_id !== caller.userId) throw conflict('auth.other_account', 'This link is for another account.');
    const { user, holder } = await lockForAddress(em, caller.userId, found.email);
    if (!user) throw unauthenticated();
    const { version: before } = user;
    const link = await lockLink(em, token);
    if (!link) throw invalidLink();
    // The mail's second click, or the second of two tabs.
    if (!link.is_valid && !(user.emailVerifiedAt && isAddressOf(user, link))) throw invalidLink();
    if (link.is_valid) await useLink(em, { user, holder, link, client });
    await em.flush();
    if (user.version !== before) publishUser({ publish }, user);
    return showOwnUser(em, user);
  };
  return work.transaction(act).catch(unlessTaken);
}

interface Use {
  readonly user: User;
  readonly holder: User | null;
  readonly link: AddressLink;
  readonly client: Client;
}

async function useLink(em: EntityManager, { user, holder, link, client }: Use): Promise<void> {
  await markUsed(em, link);
  const userId = user.id;
  if (link.kind === 'change') {
    await freeAddress(em, holder);
    await em.flush();
    user.changeEmail(link.email);
    await redirectMails(em, userId, link.email);
    await recordActivity(em, { userId, kind: 'email_changed', client });
    // Links that the address before was sent open nothing any more, but for the one that keeps it.
    await revokeResetLinks(em, userId);
    await revokeLinks(em, userId, ['verify', 'change']);
  } else {
    if (!isAddressOf(user, link)) throw invalidLink();
    if (user.verifyEmail()) await recordActivity(em, { userId, kind: 'email_verified', client });
  }
}

const isAddressOf = (user: User, { email }: AddressLink) => user.email?.toLowerCase() === email.toLowerCase();
