import { LockMode, raw, UniqueConstraintViolationException } from '@mikro-orm/postgresql';
import * as accountCalls from '@nightshelf/contracts/calls/accounts.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { Transaction } from '@nightshelf/platform/database/transaction.ts';
import {
  CodedError,
  conflict,
  invalid,
  unauthenticated,
  unavailable,
} from '@nightshelf/platform/errors/coded-error.ts';
import { clientOf } from '@nightshelf/platform/http/client.ts';
import { route } from '@nightshelf/platform/http/route.ts';
import type { FastifyInstance } from 'fastify';
import { recordActivity } from '../activity/activity.ts';
import { revokeTokens } from '../api-tokens/routes.ts';
import { confirmPassword } from '../credentials/confirm-password.ts';
import {
  addLink,
  findLink,
  type MailedLink,
  mailLink,
  recentLinks,
  resetKinds,
  revokeLinks,
  useLink,
} from '../mail/mailed-links.ts';
import { addMail, type MailSettings } from '../mail/send-mail.ts';
import type { AuthParts } from '../parts.ts';
import { findActiveUser, lockActiveUser, publishUser, showOwnUser, User } from '../users/user.ts';

export function addressRoutes(app: FastifyInstance, parts: AuthParts): void {
  const { work, sessions, mail } = parts;

  const checkAvailable = () => {
    if (!mail.isSending) throw unavailable('auth.no_mail', 'This server cannot send email right now.');
  };

  route(app, accountCalls.mailVerification, async ({ identity: caller, intent }) => {
    checkAvailable();
    const isMailed = await work.for(intent).transaction(async ({ em }) => {
      // The lock makes concurrent requests count one after the other.
      const user = await lockActiveUser(em, caller.userId);
      if (!user) throw unauthenticated();
      if (!user.email || user.emailVerifiedAt) return false;
      await refuseTooManyMails(em, user.id);
      await mailLink(em, mail, 'verify', user, user.email);
      return true;
    });
    const message = isMailed ? 'We sent a link to confirm your address.' : 'There is nothing to confirm.';
    return { success: true, message };
  });

  // Requires the account's own session, so that a stranger who gets the mail cannot verify it by accident.
  route(app, accountCalls.verifyEmail, async ({ identity: caller, body, intent, request }) => {
    const client = clientOf(request);
    const act = async ({ em, publish }: Transaction) => {
      const link = await findLink(em, body.token, ['verify', 'change']);
      if (!link) throw invalidLink();
      if (link.user_id !== caller.userId) throw conflict('auth.other_account', 'This link is for another account.');
      const { user, holder } = await lockForAddress(em, caller.userId, link.email);
      if (!user) throw unauthenticated();
      const { id: userId, version: before } = user;
      if (!(await useLink(em, link))) {
        // Accepts a second click on a used link.
        if (!user.emailVerifiedAt || !isAddressOf(user, link)) throw invalidLink();
      } else if (link.kind === 'change') {
        await freeAddress(em, holder);
        await em.flush();
        user.changeEmail(link.email);
        await redirectMails(em, userId, link.email);
        await recordActivity(em, { userId, kind: 'email_changed', client });
        // The previous address must not keep a working link, except the undo link.
        await revokeLinks(em, userId, [...resetKinds, 'verify', 'change']);
      } else {
        if (!isAddressOf(user, link)) throw invalidLink();
        if (user.verifyEmail()) await recordActivity(em, { userId, kind: 'email_verified', client });
      }
      await em.flush();
      if (user.version !== before) publishUser({ publish }, user);
      return showOwnUser(em, user);
    };
    const user = await work.for(intent).transaction(act).catch(unlessTaken);
    return { success: true, message: 'Your address is confirmed.', user };
  });

  // Neither the response nor its time reveals whether another account has the address.
  route(app, accountCalls.changeEmail, async ({ identity: { userId }, body, intent, request }) => {
    checkAvailable();
    const { email, current_password: given } = body;
    const client = clientOf(request);
    const prepare = async () => {
      const user = await findActiveUser(work.query(), userId);
      if (!user) throw unauthenticated();
      if (user.passwordHash) await confirmPassword(parts, user, { given, client, refused: 'email_change_refused' });
      return user.passwordHash ?? null;
    };
    await work.for(intent).prepared(prepare, async ({ em }, checked) => {
      const { user, holder } = await lockForAddress(em, userId, email);
      // Another request may have changed the password since the check.
      if (!user || (user.passwordHash ?? null) !== checked) throw unauthenticated();
      if (isAddressOf(user, { email })) throw invalid({ email: ['This is already your address'] });
      await refuseTooManyMails(em, userId);
      await revokeLinks(em, userId, ['change']);
      await mailBoth(em, mail, { user, holder, email });
      await recordActivity(em, { userId, kind: 'email_change_asked', client });
      return null;
    });
    const message = `We sent a link to ${email}. Open it to confirm the address.`;
    return { success: true, message };
  });

  // Restores the previous address, or cancels a pending change. Needs no session and ends all of them, because an
  // intruder may be the one who is signed in.
  route(app, accountCalls.undoEmailChange, async ({ body, intent, request }) => {
    await sessions.checkAvailable();
    const client = clientOf(request);
    const act = async ({ em, publish }: Transaction) => {
      const link = await findLink(em, body.token, ['undo']);
      if (!link) throw noUndoing();
      const { user, holder } = await lockForAddress(em, link.user_id, link.email);
      if (!user || !(await useLink(em, link))) throw noUndoing();
      const { id: userId } = user;
      await freeAddress(em, holder);
      await em.flush();
      if (!isAddressOf(user, link) && user.changeEmail(link.email)) publishUser({ publish }, user);
      await redirectMails(em, userId, link.email);
      // Keeps the undo links of earlier changes, which take precedence over this one.
      await revokeLinks(em, userId, ['undo'], link);
      await revokeLinks(em, userId, [...resetKinds, 'verify', 'change']);
      await revokeTokens(em, userId, client);
      await recordActivity(em, { userId, kind: 'email_change_undone', client });
      await sessions.store.endAll(userId);
      return { userId, email: link.email };
    };
    const { userId, email } = await work.for(intent).transaction(act).catch(unlessTaken);
    // Runs again for a repeated request, because a session may have started since the first one.
    await sessions.store.endAll(userId);
    return { success: true, message: `The address stays ${email}. All sessions have ended.`, email };
  });
}

const isAddressOf = (user: User, { email }: Pick<MailedLink, 'email'>) =>
  user.email?.toLowerCase() === email.toLowerCase();

const noUndoing = () => new CodedError(400, 'auth.email_token_invalid', 'This link is no longer valid.');

const invalidLink = () =>
  new CodedError(400, 'auth.email_token_invalid', 'This link is no longer valid. Please request a new one.');

/** Limit per user, and per recipient address no matter who requested them. */
const mailsAnHour = 5;
const limitedKinds = ['verify', 'change'] as const;

/** @throws CodedError 429 with Retry-After when the user got too many mails in the last hour */
async function refuseTooManyMails(em: EntityManager, userId: string): Promise<void> {
  const { count, seconds } = await recentLinks(em, limitedKinds, { userId });
  if (count < mailsAnHour) return;
  const minutes = Math.ceil(seconds / 60);
  const message = `We have already sent you several emails. Check your spam folder, or try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`;
  throw new CodedError(429, 'auth.too_many_mails', message, { headers: { 'retry-after': String(seconds) } });
}

/**
 * Mails a link to the new address and a notice to the previous one. An address that another account has verified gets
 * no link; this counts like a change and looks the same to the caller, but mails at most the address's holder.
 */
async function mailBoth(
  em: EntityManager,
  mail: MailSettings,
  { user, holder, email }: { user: User; holder: User | null; email: string },
): Promise<void> {
  const isEnough = (await recentLinks(em, limitedKinds, { email })).count >= mailsAnHour;
  if (isEnough || holder?.emailVerifiedAt) {
    await addLink(em, 'change', user.id, email, null);
    if (!isEnough && holder?.email) await addMail(em, holder, holder.email, { kind: 'email-taken' }, 24 * 60 * 60);
  } else {
    await mailLink(em, mail, 'change', user, email);
  }
  // An unverified address may belong to a stranger, who must not get an undo link.
  if (user.email && user.emailVerifiedAt) await mailLink(em, mail, 'undo', user, user.email, email);
}

/** Redirects the pending weekly mail: the previous address may belong to another user by now. */
const redirectMails = (em: EntityManager, userId: string, email: string) =>
  em.execute(`update mails set recipient = ? where user_id = ? and payload->>'kind' = 'weekly'`, [email, userId]);

/**
 * Locks the user who claims an address, and its current holder, in the order of their ids, so that two users who swap
 * addresses cannot deadlock.
 * @returns as `user` null when the account is missing or inactive
 */
async function lockForAddress(em: EntityManager, userId: string, email: string) {
  const isTheirs = { [raw('lower(email)')]: email.toLowerCase() };
  const locked = await em.find(
    User,
    { $or: [{ id: userId }, isTheirs] },
    { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' } },
  );
  return {
    user: locked.find(({ id, isActive }) => id === userId && isActive) ?? null,
    holder: locked.find(({ id }) => id !== userId) ?? null,
  };
}

/**
 * Takes an address from an account that never verified it. Its audit trail does not name the new owner.
 * @param holder locked
 * @throws CodedError 409 when the holder has verified the address
 */
async function freeAddress(em: EntityManager, holder: User | null): Promise<void> {
  if (!holder) return;
  if (holder.emailVerifiedAt) throw emailTaken();
  holder.email = null;
  await revokeLinks(em, holder.id, ['verify']);
  await recordActivity(em, { userId: holder.id, kind: 'email_given_up', client: { address: null, device: null } });
}

const emailTaken = () => conflict('auth.email_taken', 'This address belongs to another account.');

/** Maps a unique violation on the address to the same error. */
function unlessTaken(error: unknown): never {
  throw error instanceof UniqueConstraintViolationException ? emailTaken() : error;
}
