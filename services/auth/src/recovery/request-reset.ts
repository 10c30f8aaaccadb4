import { randomUUIDv7 } from 'node:crypto';
import { LockMode } from '@mikro-orm/postgresql';
import { hashOfSecret } from '@nightshelf/platform/api-tokens/secret.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import type { Client } from '@nightshelf/platform/http/client.ts';
import type { Change } from '@nightshelf/platform/idempotency/intended-work.ts';
import { recordActivity } from '../activity/activity.ts';
import { linkTo, newToken } from '../addresses/address-links.ts';
import { revokeResetLinks } from '../credentials/revoke-reset-links.ts';
import type { MailQueue } from '../mail/mail-queue.ts';
import { findUserByLogin } from '../users/find-user.ts';
import { User } from '../users/user.ts';

/**
 * Stores a reset request. A job looks up the account later, so that neither the response nor its time reveals whether
 * it exists.
 */
export async function requestReset(
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
