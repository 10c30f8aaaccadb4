import { randomUUIDv7 } from 'node:crypto';
import { LockMode } from '@mikro-orm/postgresql';
import * as accountCalls from '@nightshelf/contracts/calls/accounts.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import { CodedError } from '@nightshelf/platform/errors/coded-error.ts';
import { type Client, clientOf } from '@nightshelf/platform/http/client.ts';
import { route } from '@nightshelf/platform/http/route.ts';
import type { Change } from '@nightshelf/platform/idempotency/intended-work.ts';
import { Worker } from '@nightshelf/platform/jobs/worker.ts';
import type { FastifyInstance } from 'fastify';
import { recordActivity } from '../activity/activity.ts';
import { revokeTokens } from '../api-tokens/routes.ts';
import { hashPassword } from '../credentials/passwords.ts';
import { refuseWeak } from '../credentials/weak-passwords.ts';
import { idleMs } from '../leased-rows.ts';
import { findLink, mailLink, openKinds, recentLinks, resetKinds, revokeLinks, useLink } from '../mail/mailed-links.ts';
import type { MailSettings } from '../mail/send-mail.ts';
import type { AuthParts } from '../parts.ts';
import { deleteFactors } from '../second-factors/factors.ts';
import { LinkedAccount, listLinks, unlink } from '../users/linked-accounts.ts';
import { findActiveUser, findUserByLogin, lockActiveUser, publishUser, User } from '../users/user.ts';

export function recoveryRoutes(app: FastifyInstance, parts: AuthParts): void {
  const { work, sessions, attempts } = parts;

  route(app, accountCalls.forgotPassword, async ({ body, intent, request }) => {
    await requestReset(work.for(intent), body.username_or_email, clientOf(request), 'forgotten');
    const message = 'If the account exists, we sent a reset link to its email address.';
    return { success: true, message };
  });

  route(app, accountCalls.lookAtReset, async ({ body, intent }) => {
    const outlook = await work.for(intent).noted(async () => {
      const em = work.query();
      const { user } = await findReset(em, body.token);
      const isTakeover = !user.emailVerifiedAt;
      // A takeover unlinks all external accounts, and they may belong to someone who mistyped an address, so the owner
      // must not see them.
      const identities = isTakeover ? [] : await listLinks(em, parts, user.id);
      return { username: user.username, is_takeover: isTakeover, identities };
    });
    return { success: true, message: 'The link is valid.', ...outlook };
  });

  // Ends all sessions. The first reset also verifies the address and revokes all other access.
  route(app, accountCalls.resetPassword, async ({ body, intent, request }) => {
    await sessions.checkAvailable();
    const { token, password, unlink: unlinked } = body;
    const client = clientOf(request);
    let isDone = false;
    const prepare = async () => {
      // Checks the token before the costly hash.
      const { link, user } = await findReset(work.query(), token);
      refuseWeak(password, user);
      return { link, passwordHash: await hashPassword(parts, password, client) };
    };
    const userId = await work.for(intent).prepared(prepare, async ({ em, publish }, { link, passwordHash }) => {
      // Locks the user first, so that a concurrent sign-in with the old password is refused or ended by endAll.
      const user = await lockActiveUser(em, link.user_id);
      if (!user || !(await useLink(em, link))) throw invalidToken();
      const { id: userId } = user;
      user.passwordHash = passwordHash;
      await revokeLinks(em, userId, openKinds);
      await recordActivity(em, { userId, kind: 'password_reset', client });
      await revokeTokens(em, userId, client);
      if (unlinked?.length) await unlink(em, parts, userId, unlinked, client);
      if (user.verifyEmail()) {
        publishUser({ publish }, user);
        await recordActivity(em, { userId, kind: 'email_verified', client });
        // Must end every other access to the account, because the opener may have typed another person's address.
        // Later resets keep the second factors; otherwise a mailbox alone would open the account.
        const ended = (await em.nativeDelete(LinkedAccount, { userId })) + (await deleteFactors(em, userId));
        if (ended > 0) await recordActivity(em, { userId, kind: 'access_ended', client, detail: String(ended) });
      }
      await sessions.store.endAll(userId);
      // Lifts the sign-in delay caused by the owner's failed attempts.
      for (const name of [user.username, user.email]) if (name) await attempts.succeeded(name, client.address);
      isDone = true;
      return userId;
    });
    if (!isDone) await sessions.store.endAll(userId);
    return { success: true, message: 'Your new password is set. Please sign in.' };
  });
}

/** Mails the owner of an address a link when someone registers with it, who may be the owner. Never rejects. */
export const notifyOwner = ({ work, logger }: AuthParts, email: string, client: Client): Promise<void> =>
  requestReset(work, email, client, 'registered').catch((error: unknown) =>
    logger.warn({ err: error }, 'Could not notify the owner of an address'),
  );

/**
 * Stores a reset request. A job looks up the account later, so that neither the response nor its time reveals whether
 * it exists.
 */
async function requestReset(work: Change, login: string, client: Client, reason: Request['reason']): Promise<void> {
  await work.transaction(async ({ em }) => {
    await em.execute(
      'insert into reset_requests (id, login, address, device, reason, asked_at) values (?, ?, ?, ?, ?, now())',
      [randomUUIDv7(), login.trim(), client.address, client.device, reason],
    );
    return null;
  });
}

export const answerResetRequests = ({ work, mail, logger }: AuthParts) =>
  new Worker({ name: 'reset-requests', idleMs, logger, step: () => answerResetRequest(work, mail) });

/** Hourly limit per account. */
const mostMails = { forgotten: 3, registered: 1 } as const;

interface Request extends Client {
  readonly login: string;
  readonly reason: keyof typeof mostMails;
}

/**
 * Takes the oldest reset request and queues its mail if an account matches and is below its hourly limit. A new link
 * invalidates older ones.
 * @returns whether there was a request
 */
export async function answerResetRequest(work: Work, mail: MailSettings): Promise<boolean> {
  return work.transaction(async ({ em }) => {
    const [request] = await em.execute<Request[]>(
      `delete from reset_requests where id = (
         select id from reset_requests order by id limit 1 for update skip locked)
       returning login, address, device, reason`,
    );
    if (request && mail.isSending) await mailReset(em, mail, request);
    return request !== undefined;
  });
}

async function mailReset(em: EntityManager, mail: MailSettings, request: Request): Promise<void> {
  const { login, reason } = request;
  const found = await findUserByLogin(em, login);
  if (!found?.isActive || !found.email) return;
  const user = await em.findOne(User, { id: found.id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!user?.email || (reason === 'registered' && user.emailVerifiedAt)) return;
  const { count } = await recentLinks(em, [reason], { userId: user.id });
  if (count >= mostMails[reason]) return;
  await revokeLinks(em, user.id, resetKinds);
  await mailLink(em, mail, reason, user, user.email);
  if (reason === 'forgotten')
    await recordActivity(em, { userId: user.id, kind: 'password_reset_asked', client: request });
}

/** Returns what a reset link is for, without using it. @throws CodedError 400 when it is invalid or expired */
async function findReset(em: EntityManager, token: string) {
  const link = await findLink(em, token, resetKinds);
  const user = link?.is_valid ? await findActiveUser(em, link.user_id) : null;
  if (!link || !user) throw invalidToken();
  return { link, user };
}

const invalidToken = () =>
  new CodedError(400, 'auth.reset_token_invalid', 'This link is no longer valid. Please request a new one.');
