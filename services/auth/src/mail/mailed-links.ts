import { randomBytes, randomUUIDv7 } from 'node:crypto';
import { hashOfSecret } from '@nightshelf/platform/api-tokens/secret.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { daily } from '@nightshelf/platform/jobs/worker.ts';
import type { Foundation } from '@nightshelf/platform/service/service-definition.ts';
import type { User } from '../users/user.ts';
import { addMail, type MailPayload, type MailSettings } from './send-mail.ts';

const dayMinutes = 24 * 60;

/**
 * The links in mails, each of which works once: `verify` confirms the current address, `change` a new one, and `undo`
 * keeps the previous one; `forgotten` and `registered` set a new password, the latter after someone tried to register
 * with the account's address.
 */
const links = {
  verify: { table: 'address_links', mail: 'email-verification', page: '/verify-email', minutes: dayMinutes },
  change: { table: 'address_links', mail: 'email-change', page: '/verify-email', minutes: dayMinutes },
  undo: { table: 'address_links', mail: 'email-change-notice', page: '/undo-email-change', minutes: 7 * dayMinutes },
  forgotten: { table: 'password_resets', mail: 'password-reset', page: '/reset-password', minutes: 30 },
  registered: { table: 'password_resets', mail: 'take-over', page: '/reset-password', minutes: 30 },
} as const satisfies Record<string, { table: string; mail: MailPayload['kind']; page: string; minutes: number }>;

type LinkKind = keyof typeof links;

const allLinks = `(
  select token_hash, user_id, kind, email, created_at, expires_at, used_at from address_links
  union all
  select token_hash, user_id, reason, null, created_at, expires_at, used_at from password_resets) as link`;

const isValid = 'used_at is null and expires_at > now()';

export interface MailedLink {
  readonly token_hash: string;
  readonly user_id: string;
  readonly kind: LinkKind;
  /** The address that it confirms or keeps. */
  readonly email: string;
  readonly created_at: string;
  readonly is_valid: boolean;
}

/**
 * Mails a new link in the caller's transaction.
 * @param newEmail the user's next address, in a notice to the previous one
 */
export async function mailLink(
  em: EntityManager,
  { publicOrigin }: MailSettings,
  kind: LinkKind,
  user: Pick<User, 'id' | 'username'>,
  recipient: string,
  newEmail?: string,
): Promise<void> {
  const { mail, page, minutes } = links[kind];
  // 256 random bits need no slow hash.
  const token = randomBytes(32).toString('base64url');
  await addLink(em, kind, user.id, recipient, token);
  // Browsers do not send the fragment, so the token reaches no log and no Referer header.
  const { href: link } = new URL(`${page}#token=${token}`, publicOrigin);
  await addMail(em, user, recipient, { kind: mail, link, ...(newEmail ? { email: newEmail } : {}) }, minutes * 60);
}

/** @param token null for a mail without a link, which still counts against the limit */
export async function addLink(em: EntityManager, kind: LinkKind, userId: string, email: string, token: string | null) {
  const { table, minutes } = links[kind];
  const [own, values] =
    table === 'address_links' ? ['id, email, kind', [randomUUIDv7(), email, kind]] : ['reason', [kind]];
  await em.execute(
    `insert into ${table} (token_hash, user_id, created_at, expires_at, ${own})
     values (?, ?, now(), now() + make_interval(mins => ?), ${values.map(() => '?')})`,
    [token && hashOfSecret(token), userId, minutes, ...values],
  );
}

/** Reads without a lock: a link's owner and address never change. */
export async function findLink(em: EntityManager, token: string, kinds: readonly LinkKind[]) {
  const [link] = await em.execute<MailedLink[]>(
    `select token_hash, user_id, kind, email, created_at::text as created_at, ${isValid} as is_valid
     from ${allLinks} where token_hash = ? and kind in (?)`,
    [hashOfSecret(token), kinds],
  );
  return link;
}

/** Consumes a link; lock its user first. @returns false when it was used or has expired */
export async function useLink(em: EntityManager, { kind, token_hash }: MailedLink): Promise<boolean> {
  const used = await em.execute<object[]>(
    `update ${links[kind].table} set used_at = now() where token_hash = ? and ${isValid} returning 1`,
    [token_hash],
  );
  return used.length > 0;
}

/**
 * Invalidates the user's links of these kinds and drops their unsent mails.
 * @param since only later links; keeps the mails
 */
export async function revokeLinks(em: EntityManager, userId: string, kinds: readonly LinkKind[], since?: MailedLink) {
  for (const [table, column] of [
    ['address_links', 'kind'],
    ['password_resets', 'reason'],
  ]) {
    await em.execute(
      `update ${table} set expires_at = now()
       where user_id = ? and ${column} in (?) and ${isValid} and created_at >= coalesce(?::timestamptz, '-infinity')`,
      [userId, kinds, since?.created_at ?? null],
    );
  }
  if (since) return;
  const mails = kinds.map((kind) => links[kind].mail);
  await em.execute(`delete from mails where user_id = ? and payload->>'kind' in (?)`, [userId, mails]);
}

/** Links that set a password. */
export const resetKinds = ['forgotten', 'registered'] as const;

/** Links that set a password or change the address; an intruder may have requested any of them. */
export const openKinds = [...resetKinds, 'change'] as const;

/**
 * Counts the links of the last hour, for a user or to an address.
 * @returns `seconds` until the first of them no longer counts
 */
export async function recentLinks(
  em: EntityManager,
  kinds: readonly LinkKind[],
  of: { userId?: string; email?: string },
) {
  const [recent] = await em.execute<{ count: number; seconds: number | null }[]>(
    `select count(*)::int as count, ceil(3600 - extract(epoch from now() - min(created_at)))::int as seconds
     from ${allLinks}
     where ${of.userId ? 'user_id = ?' : 'lower(email) = lower(?)'} and kind in (?)
       and created_at > now() - interval '1 hour'`,
    [of.userId ?? of.email, kinds],
  );
  return { count: recent?.count ?? 0, seconds: Math.max(1, recent?.seconds ?? 1) };
}

/** @returns the new address that the user has not confirmed yet, or null */
export async function pendingEmail(em: EntityManager, userId: string): Promise<string | null> {
  const [pending] = await em.execute<{ email: string }[]>(
    `select email from address_links where user_id = ? and kind = 'change' and ${isValid}
     order by created_at desc limit 1`,
    [userId],
  );
  return pending?.email ?? null;
}

/** Deletes links a day after they expire; until then they may count towards a limit. */
export const pruneLinksDaily = ({ work, logger }: Foundation<object>) =>
  daily('prune-links', logger, () =>
    work.transaction(async ({ em }) => {
      for (const table of ['address_links', 'password_resets'])
        await em.execute(`delete from ${table} where expires_at < now() - interval '1 day'`);
    }),
  );
