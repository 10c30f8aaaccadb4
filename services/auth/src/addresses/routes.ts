import * as accountCalls from '@nightshelf/contracts/calls/accounts.ts';
import type { OwnUser } from '@nightshelf/contracts/users.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { Transaction } from '@nightshelf/platform/database/transaction.ts';
import { conflict, unauthenticated } from '@nightshelf/platform/errors/coded-error.ts';
import { type Client, clientOf } from '@nightshelf/platform/http/client.ts';
import type { Identity } from '@nightshelf/platform/http/identity.ts';
import { route } from '@nightshelf/platform/http/route.ts';
import type { Change } from '@nightshelf/platform/idempotency/intended-work.ts';
import type { FastifyInstance } from 'fastify';
import { recordActivity } from '../activity/activity.ts';
import { revokeResetLinks } from '../credentials/revoke-reset-links.ts';
import type { AuthParts } from '../parts.ts';
import type { Claim } from '../users/claims.ts';
import { lockActiveUser } from '../users/find-user.ts';
import { publishUser, showOwnUser, type User } from '../users/user.ts';
import {
  type AddressLink,
  findLink,
  invalidLink,
  lockLink,
  markUsed,
  pruneAddressLinksDaily,
  redirectMails,
  refuseTooManyMails,
  revokeLinks,
} from './address-links.ts';
import { AddressMails } from './address-mails.ts';
import { type RequestParts, requestEmailChange, undoEmailChange } from './email-change.ts';
import { freeAddress, lockForAddress, unlessTaken } from './free-address.ts';

type Given = AuthParts & { readonly claims: readonly Claim[] };

export function composeAddresses({ mail, settings, ...given }: Given) {
  const mails = new AddressMails(mail, settings.PUBLIC_ORIGIN);
  return {
    mails,
    routes: (app: FastifyInstance) => addressRoutes(app, { ...given, mails }),
    jobs: [pruneAddressLinksDaily(given.work, given.logger)],
  };
}

type Parts = RequestParts & Pick<Given, 'sessions' | 'claims'>;

function addressRoutes(app: FastifyInstance, parts: Parts): void {
  const { work, mails, sessions } = parts;

  route(app, accountCalls.mailVerification, async ({ identity: caller, intent }) => {
    mails.checkAvailable();
    const isAsked = await mailVerification(work.for(intent), mails, caller.userId);
    const message = isAsked ? 'We sent a link to confirm your address.' : 'There is nothing to confirm.';
    return { success: true, message };
  });

  route(app, accountCalls.verifyEmail, async ({ identity: caller, body, intent, request }) => {
    const verification = { caller, token: body.token, client: clientOf(request) };
    const user = await verifyEmail(work.for(intent), verification);
    return { success: true, message: 'Your address is confirmed.', user };
  });

  route(app, accountCalls.changeEmail, async ({ identity: caller, body, intent, request }) => {
    mails.checkAvailable();
    const { email, current_password: password } = body;
    await requestEmailChange(work.for(intent), parts, { caller, email, password, client: clientOf(request) });
    const message = `We sent a link to ${email}. Open it to confirm the address.`;
    return { success: true, message };
  });

  route(app, accountCalls.undoEmailChange, async ({ body, intent, request }) => {
    await sessions.checkAvailable();
    const undoing = { token: body.token, client: clientOf(request) };
    const email = await undoEmailChange(work.for(intent), parts, undoing);
    return { success: true, message: `The address stays ${email}. All sessions have ended.`, email };
  });
}

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
async function verifyEmail(work: Change, { caller, token, client }: Verification): Promise<OwnUser> {
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
async function mailVerification(work: Change, mails: AddressMails, userId: string): Promise<boolean> {
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
