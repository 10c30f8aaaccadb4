import type { OwnUser } from '@nightshelf/contracts/users.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { Transaction } from '@nightshelf/platform/database/transaction.ts';
import { conflict, unauthenticated } from '@nightshelf/platform/errors/coded-error.ts';
import type { Client } from '@nightshelf/platform/http/client.ts';
import type { Identity } from '@nightshelf/platform/http/identity.ts';
import type { Change } from '@nightshelf/platform/idempotency/intended-work.ts';
import { recordActivity } from '../activity/activity.ts';
import { revokeResetLinks } from '../credentials/revoke-reset-links.ts';
import { lockActiveUser } from '../users/find-user.ts';
import { showOwnUser } from '../users/presenter.ts';
import type { User } from '../users/user.ts';
import { publishUser } from '../users/user.ts';
import {
  type AddressLink,
  findLink,
  invalidLink,
  lockLink,
  markUsed,
  redirectMails,
  refuseTooManyMails,
  revokeLinks,
} from './address-links.ts';
import type { AddressMails } from './address-mails.ts';
import { freeAddress, lockForAddress, unlessTaken } from './free-address.ts';

interface Verification {
  readonly caller: Identity;
  readonly token: string;
  readonly client: Client;
}

/**
 * Verifies the user's address, or switches to the new one. Requires the account's own session, so that a stranger who
 * gets the mail cannot verify it by accident.
 * @throws CodedError 400 when the link is invalid or expired, 409 when it belongs to another account
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
    // Accepts a second click on a used link.
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
    // The previous address must not keep a working link, except the undo link.
    await revokeResetLinks(em, userId);
    await revokeLinks(em, userId, ['verify', 'change']);
  } else {
    if (!isAddressOf(user, link)) throw invalidLink();
    if (user.verifyEmail()) await recordActivity(em, { userId, kind: 'email_verified', client });
  }
}

const isAddressOf = (user: User, { email }: AddressLink) => user.email?.toLowerCase() === email.toLowerCase();

/**
 * Mails the verification link again.
 * @returns false when the address is already verified or missing
 * @throws CodedError 429 after too many mails in the last hour
 */
export async function mailVerification(work: Change, mails: AddressMails, userId: string): Promise<boolean> {
  const isAsked = await work.transaction(async ({ em }) => {
    // The lock makes concurrent requests count one after the other.
    const user = await lockActiveUser(em, userId);
    if (!user) throw unauthenticated();
    if (!user.email || user.emailVerifiedAt) return false;
    await refuseTooManyMails(em, userId);
    await mails.verification(em, user);
    return true;
  });
  if (isAsked) mails.sent();
  return isAsked;
}
