import { randomUUIDv7 } from 'node:crypto';
import { LockMode } from '@mikro-orm/postgresql';
import * as accountCalls from '@nightshelf/contracts/calls/accounts.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import { type Client, clientOf } from '@nightshelf/platform/http/client.ts';
import { route } from '@nightshelf/platform/http/route.ts';
import type { Change } from '@nightshelf/platform/idempotency/intended-work.ts';
import { Worker } from '@nightshelf/platform/jobs/worker.ts';
import type { FastifyInstance } from 'fastify';
import { recordActivity } from '../activity/activity.ts';
import { idleMs } from '../leased-rows.ts';
import { mailLink, recentLinks, resetKinds, revokeLinks } from '../mail/mailed-links.ts';
import type { MailSettings } from '../mail/send-mail.ts';
import { findUserByLogin } from '../users/find-user.ts';
import { User } from '../users/user.ts';
import { findReset, type ResetParts, resetPassword } from './reset-password.ts';

export function composeRecovery(parts: ResetParts) {
  const { work, mail, logger } = parts;
  return {
    routes: (app: FastifyInstance) => recoveryRoutes(app, parts),
    jobs: [new Worker({ name: 'reset-requests', idleMs, logger, step: () => answerResetRequest(work, mail) })],
    /** Mails the owner of an address a link when someone registers with it. Never rejects. */
    onTakenAddress: (email: string, client: Client) =>
      requestReset(work, email, client, 'registered').catch((error: unknown) =>
        logger.warn({ err: error }, 'Could not notify the owner of an address'),
      ),
  };
}

function recoveryRoutes(app: FastifyInstance, parts: ResetParts): void {
  const { work, linked, sessions } = parts;

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
      const identities = isTakeover ? [] : await linked.listOf(em, user.id);
      return { username: user.username, is_takeover: isTakeover, identities };
    });
    return { success: true, message: 'The link is valid.', ...outlook };
  });

  route(app, accountCalls.resetPassword, async ({ body, intent, request }) => {
    await sessions.checkAvailable();
    await resetPassword(work.for(intent), parts, { ...body, client: clientOf(request) });
    return { success: true, message: 'Your password was set. Please sign in with it.' };
  });
}

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
