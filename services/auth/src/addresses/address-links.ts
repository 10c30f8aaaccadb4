import { randomBytes, randomUUIDv7 } from 'node:crypto';
import { hashOfSecret } from '@nightshelf/platform/api-tokens/secret.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import { CodedError } from '@nightshelf/platform/errors/coded-error.ts';
import { daily } from '@nightshelf/platform/jobs/worker.ts';
import type { Logger } from '@nightshelf/platform/logging/logger.ts';

/** `verify` confirms the current address, `change` confirms a new one, `undo` keeps the previous one. */
type LinkKind = 'verify' | 'change' | 'undo';

export interface AddressLink {
  readonly id: string;
  readonly user_id: string;
  readonly kind: LinkKind;
  readonly email: string;
  /** Neither used nor expired. */
  readonly is_valid: boolean;
}

interface NewLink {
  readonly userId: string;
  readonly kind: LinkKind;
  readonly email: string;
  /** Null when the mail has no link but still counts against the limit. */
  readonly token: string | null;
  readonly lifetimeSeconds: number;
}

/** Limit per user, and per recipient address. */
const mailsAnHour = 5;

export async function addLink(em: EntityManager, link: NewLink): Promise<void> {
  const { userId, kind, email, token, lifetimeSeconds } = link;
  await em.execute(
    `insert into address_links (id, token_hash, user_id, kind, email, created_at, expires_at)
     values (?, ?, ?, ?, ?, now(), now() + make_interval(secs => ?))`,
    [randomUUIDv7(), token && hashOfSecret(token), userId, kind, email, lifetimeSeconds],
  );
}

const linkOf = `select id, user_id, kind, email, used_at is null and expires_at > now() as is_valid
  from address_links where token_hash = ?`;

/** Reads without a lock: a link's owner and address never change. */
export async function findLink(em: EntityManager, token: string): Promise<AddressLink | undefined> {
  const [link] = await em.execute<AddressLink[]>(linkOf, [hashOfSecret(token)]);
  return link;
}

/** Locks the link, so that a second request with the same token sees that it is used. Lock the user first. */
export async function lockLink(em: EntityManager, token: string): Promise<AddressLink | undefined> {
  const [link] = await em.execute<AddressLink[]>(`${linkOf} for update`, [hashOfSecret(token)]);
  return link;
}

export async function markUsed(em: EntityManager, { id }: AddressLink): Promise<void> {
  await em.execute('update address_links set used_at = now() where id = ?', [id]);
}

/**
 * Invalidates the user's links of these kinds (with `after`: only those created since) and drops their unsent mails.
 */
export async function revokeLinks(
  em: EntityManager,
  userId: string,
  kinds: readonly LinkKind[],
  after?: AddressLink,
): Promise<void> {
  await em.execute(
    `update address_links set expires_at = now()
     where user_id = ? and kind = any(string_to_array(?, ',')) and used_at is null and expires_at > now()
     ${after ? 'and id <> ? and created_at >= (select created_at from address_links where id = ?)' : ''}`,
    [userId, kinds.join(','), ...(after ? [after.id, after.id] : [])],
  );
  if (!kinds.includes('change')) return;
  await em.execute(`delete from mails where user_id = ? and payload->>'kind' = 'email-change'`, [userId]);
}

/** @returns the new address that the user has not confirmed yet, or null */
export async function pendingEmail(em: EntityManager, userId: string): Promise<string | null> {
  const [pending] = await em.execute<{ email: string }[]>(
    `select email from address_links
     where user_id = ? and kind = 'change' and used_at is null and expires_at > now()
     order by created_at desc limit 1`,
    [userId],
  );
  return pending?.email ?? null;
}

/** @throws CodedError 429 with Retry-After when the user got too many mails in the last hour */
export async function refuseTooManyMails(em: EntityManager, userId: string): Promise<void> {
  const [recent] = await em.execute<{ count: number; seconds: number | null }[]>(
    `select count(*)::int as count, ceil(3600 - extract(epoch from now() - min(created_at)))::int as seconds
     from address_links where user_id = ? and kind <> 'undo' and created_at > now() - interval '1 hour'`,
    [userId],
  );
  if (!recent || recent.count < mailsAnHour) return;
  const seconds = Math.max(1, recent.seconds ?? 1);
  const minutes = Math.ceil(seconds / 60);
  const message = `We have already sent you several emails. Check your spam folder, or try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`;
  throw new CodedError(429, 'auth.too_many_mails', message, { headers: { 'retry-after': String(seconds) } });
}

/** Returns whether the address got its hourly limit of mails, no matter who requested them. */
export async function isMailedEnough(em: EntityManager, email: string): Promise<boolean> {
  const [recent] = await em.execute<{ count: number }[]>(
    `select count(*)::int as count from address_links
     where lower(email) = lower(?) and kind <> 'undo' and created_at > now() - interval '1 hour'`,
    [email],
  );
  return (recent?.count ?? 0) >= mailsAnHour;
}

export const invalidLink = () =>
  new CodedError(400, 'auth.email_token_invalid', 'This link is no longer valid. Please request a new one.');

/** 256 random bits need no slow hash: the database stores `hashOfSecret`. */
export const newToken = () => randomBytes(32).toString('base64url');

/**
 * Returns the link to a page of the client.
 * @param publicOrigin where browsers reach the client
 */
export const linkTo = (publicOrigin: string, page: string, token: string) =>
  // Browsers do not send the fragment, so the token reaches no log and no Referer header.
  new URL(`${page}#token=${token}`, publicOrigin).href;

/** Deletes links a day after they expire. */
export const pruneAddressLinksDaily = (work: Work, logger: Logger) =>
  daily('prune-address-links', logger, () =>
    work.transaction(({ em }) => em.execute(`delete from address_links where expires_at < now() - interval '1 day'`)),
  );

/** Redirects the pending weekly mail: the previous address may belong to another user by now. */
export async function redirectMails(em: EntityManager, userId: string, email: string): Promise<void> {
  await em.execute(`update mails set recipient = ? where user_id = ? and payload->>'kind' = 'weekly'`, [email, userId]);
}
