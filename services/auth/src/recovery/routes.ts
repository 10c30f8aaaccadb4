import { randomUUIDv7 } from 'node:crypto';
import { LockMode } from '@mikro-orm/postgresql';
import * as accountCalls from '@nightshelf/contracts/calls/accounts.ts';
import { hashOfSecret } from '@nightshelf/platform/api-tokens/secret.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import { type Client, clientOf } from '@nightshelf/platform/http/client.ts';
import { route } from '@nightshelf/platform/http/route.ts';
import type { Change } from '@nightshelf/platform/idempotency/intended-work.ts';
import { daily, Worker } from '@nightshelf/platform/jobs/worker.ts';
import type { Logger } from '@nightshelf/platform/logging/logger.ts';
import type { FastifyInstance } from 'fastify';
import { recordActivity } from '../activity/activity.ts';
import { linkTo, newToken } from '../addresses/address-links.ts';
import { revokeResetLinks } from '../credentials/revoke-reset-links.ts';
import type { MailQueue } from '../mail/mail-queue.ts';
import type { AuthParts } from '../parts.ts';
import { findUserByLogin } from '../users/find-user.ts';
import { User } from '../users/user.ts';
import { lookAtReset, type ResetParts, resetPassword } from './reset-password.ts';

export function composeRecovery(parts: AuthParts & ResetParts) {
  const { work, logger } = parts;
  const answering = answerResetRequests(parts);
  return {
    routes: (app: FastifyInstance) => recoveryRoutes(app, { ...parts, onRequested: () => answering.wake() }),
    jobs: [answering, pruneResetsDaily(work, logger)],
    /** Mails the owner of an address a link when someone registers with it. Never rejects. */
    onTakenAddress: (email: string, client: Client) =>
      requestReset(work, email, client, 'registered')
        .then(() => answering.wake())
        .catch((error: unknown) => logger.warn({ err: error }, 'Could not notify the owner of an address')),
  };
}

/** In milliseconds. The first wait for a request that another replica stored; it grows to five seconds while idle. */
const idleMs = 1000;

/** Processes the stored reset requests one at a time. */
const answerResetRequests = ({ work, mail, settings, logger }: AuthParts) =>
  new Worker({
    name: 'reset-requests',
    idleMs,
    logger,
    step: async () => {
      const answered = await answerResetRequest(work, mail.queue, settings.PUBLIC_ORIGIN);
      if (answered) mail.wake();
      return answered;
    },
  });

/** Deletes reset links that have expired and no longer count towards the hourly limit. */
const pruneResetsDaily = (work: Work, logger: Logger) =>
  daily('prune-resets', logger, () =>
    work.transaction(({ em }) => em.execute(`delete from password_resets where created_at < now() - interval '1 day'`)),
  );

interface Parts extends ResetParts {
  /** Called after a request is stored. */
  readonly onRequested: () => void;
}

function recoveryRoutes(app: FastifyInstance, { onRequested, ...parts }: Parts): void {
  route(app, accountCalls.forgotPassword, async ({ body, intent, request }) => {
    await requestReset(parts.work.for(intent), body.username_or_email, clientOf(request));
    onRequested();
    const message = 'If the account exists, we sent a reset link to its email address.';
    return { success: true, message };
  });

  route(app, accountCalls.lookAtReset, async ({ body, intent }) => {
    const { work, linked } = parts;
    const outlook = await work.for(intent).noted(() => lookAtReset(work.query(), linked.listOf, body.token));
    return { success: true, message: 'The link is valid.', ...outlook };
  });

  route(app, accountCalls.resetPassword, async ({ body, intent, request }) => {
    await parts.sessions.checkAvailable();
    await resetPassword(parts.work.for(intent), parts, { ...body, client: clientOf(request) });
    return { success: true, message: 'Your password was set. Please sign in with it.' };
  });
}

/**
 * Stores a reset request. A job looks up the account later, so that neither the response nor its time reveals whether
 * it exists.
 */
async function requestReset(
  work: Change,
  login: string,
  client: Client,
  reason: 'forgotten' | 'registered' = 'forgotten',
): Promise<void> {
  await work.transaction(async ({ em }) => {
    await em.execute(
      'insert into reset_requests (id, login, address, device, reason, asked_at) values (?, ?, ?, ?, ?, now())',
      [randomUUIDv7(), login.trim(), client.address, client.device, reason],
    );
    return null;
  });
}

/** By the database's clock. */
const lifetimeSeconds = 30 * 60;

/** Hourly limit per account: reset links for owners, and links after someone registers with the account's address. */
const mostMails = { forgotten: 3, registered: 1 } as const;

interface Request extends Client {
  readonly login: string;
  readonly reason: keyof typeof mostMails;
}

/**
 * Takes the oldest reset request and queues its mail if an account matches and is below its hourly limit. A new link
 * invalidates older ones.
 * @param publicOrigin the base URL of links
 * @returns whether there was a request
 */
export async function answerResetRequest(work: Work, queue: MailQueue, publicOrigin: string): Promise<boolean> {
  return work.transaction(async ({ em }) => {
    const [request] = await em.execute<Request[]>(
      `delete from reset_requests where id = (
         select id from reset_requests order by id limit 1 for update skip locked)
       returning login, address, device, reason`,
    );
    if (request && queue.isSending) await mailLink(em, queue, publicOrigin, request);
    return request !== undefined;
  });
}

async function mailLink(em: EntityManager, queue: MailQueue, publicOrigin: string, request: Request): Promise<void> {
  const found = await findUserByLogin(em, request.login);
  if (!found?.isActive || !found.email) return;
  const user = await em.findOne(User, { id: found.id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  const { reason } = request;
  if (!user?.email || (reason === 'registered' && user.emailVerifiedAt)) return;
  const [recent] = await em.execute<{ count: number }[]>(
    `select count(*)::int as count from password_resets
     where user_id = ? and reason = ? and created_at > now() - interval '1 hour'`,
    [user.id, reason],
  );
  if ((recent?.count ?? 0) >= mostMails[reason]) return;
  await revokeResetLinks(em, user.id);
  const token = newToken();
  await em.execute(
    `insert into password_resets (token_hash, user_id, reason, created_at, expires_at)
     values (?, ?, ?, now(), now() + make_interval(secs => ?))`,
    [hashOfSecret(token), user.id, reason, lifetimeSeconds],
  );
  const kind = reason === 'registered' ? 'take-over' : 'password-reset';
  const payload = { kind, username: user.username, link: linkTo(publicOrigin, '/reset-password', token) } as const;
  await queue.add(em, { userId: user.id, recipient: user.email, payload, lifetimeSeconds });
  if (reason === 'forgotten')
    await recordActivity(em, { userId: user.id, kind: 'password_reset_asked', client: request });
}
