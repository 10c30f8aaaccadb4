import { createHash, randomBytes } from 'node:crypto';
import { LockMode } from '@mikro-orm/postgresql';
import type { Client, EntityManager, Work } from '@nightshelf/platform';
import { recordActivity } from '../activity/record-activity.ts';
import { revokeResetLinks } from '../credentials/revoke-reset-links.ts';
import type { MailQueue } from '../mail/mail-queue.ts';
import { findUserByLogin } from '../users/find-user.ts';
import { User } from '../users/user.ts';

const mailsAnHour = 3;

/** How long a link is good for, by the database's clock. */
const lifetimeSeconds = 30 * 60;

/** @returns what is stored of a token: SHA-256, hex. A slow hash would add nothing to 256 random bits */
export const hashOfToken = (token: string) => createHash('sha256').update(token).digest('hex');

interface Request extends Client {
  readonly login: string;
}

/**
 * Takes the oldest request for a reset link and queues the mail with it, if there is an account with an email address
 * that has got fewer than three within the hour. A new link makes older ones invalid.
 * @param publicOrigin where links lead to
 * @returns whether there was a request
 */
export async function answerResetRequest(work: Work, queue: MailQueue, publicOrigin: string): Promise<boolean> {
  return work.transaction(async ({ em }) => {
    const [request] = await em.execute<Request[]>(
      `delete from reset_requests where id = (
         select id from reset_requests order by id limit 1 for update skip locked)
       returning login, address, device`,
    );
    if (request && queue.isSending) await mailLink(em, queue, publicOrigin, request);
    return request !== undefined;
  });
}

async function mailLink(em: EntityManager, queue: MailQueue, publicOrigin: string, request: Request): Promise<void> {
  const found = await findUserByLogin(em, request.login);
  if (!found?.isActive || !found.email) return;
  const user = await em.findOneOrFail(User, { id: found.id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  const [recent] = await em.execute<{ count: number }[]>(
    `select count(*)::int as count from password_resets where user_id = ? and created_at > now() - interval '1 hour'`,
    [user.id],
  );
  if (!user.email || (recent?.count ?? 0) >= mailsAnHour) return;
  await revokeResetLinks(em, user.id);
  const token = randomBytes(32).toString('base64url');
  await em.execute(
    `insert into password_resets (token_hash, user_id, created_at, expires_at)
     values (?, ?, now(), now() + make_interval(secs => ?))`,
    [hashOfToken(token), user.id, lifetimeSeconds],
  );
  // In the fragment, which browsers do not send: so it gets into no log and no Referer header.
  const link = new URL(`/reset-password#token=${token}`, publicOrigin).href;
  const payload = { kind: 'password-reset', username: user.username, link } as const;
  await queue.add(em, { userId: user.id, recipient: user.email, payload, lifetimeSeconds });
  await recordActivity(em, { userId: user.id, kind: 'password_reset_asked', client: request });
}
