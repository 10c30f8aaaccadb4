import { randomUUIDv7 } from 'node:crypto';
import { defineEntity, p } from '@mikro-orm/postgresql';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { conflict, notFound, unauthenticated } from '@nightshelf/platform/errors/coded-error.ts';
import type { Client } from '@nightshelf/platform/http/client.ts';
import { recordActivity } from '../activity/activity.ts';
import type { AuthParts } from '../parts.ts';
import { lockActiveUser } from './user.ts';

const LinkedAccountSchema = defineEntity({
  name: 'LinkedAccount',
  tableName: 'identities',
  properties: {
    id: p.uuid().primary(),
    userId: p.uuid(),
    /** The provider's id in the settings at the time of linking. */
    provider: p.text(),
    issuer: p.text(),
    subject: p.text(),
    /** The provider's email address at the time of linking; never used to find the account. */
    email: p.text().nullable(),
    linkedAt: p.datetime(),
    lastUsedAt: p.datetime().nullable(),
  },
});

/**
 * An external account that signs a user in. Issuer and subject identify it permanently; email addresses change hands.
 */
export class LinkedAccount extends LinkedAccountSchema.class {}

LinkedAccountSchema.setClass(LinkedAccount);

/** An account as proven by an OpenID provider; its email address is null unless the provider has verified it. */
export type ExternalAccount = Pick<LinkedAccount, 'provider' | 'issuer' | 'subject'> & {
  readonly email: string | null;
};

/** Returns the values of a new link; the caller stores them. */
export const newLink = (userId: string, { provider, issuer, subject, email }: ExternalAccount, now = new Date()) => ({
  id: randomUUIDv7(),
  userId,
  provider,
  issuer,
  subject,
  email,
  linkedAt: now,
});

/** Returns the user's linked accounts, oldest first. */
export async function listLinks(em: EntityManager, { providers }: AuthParts, userId: string) {
  const linked = await em.find(LinkedAccount, { userId }, { orderBy: { linkedAt: 'asc', id: 'asc' } });
  return linked.map(({ id, provider, email, linkedAt, lastUsedAt }) => ({
    id,
    provider: providers.describe(provider),
    email: email ?? null,
    linked_at: linkedAt.toISOString(),
    last_used_at: lastUsedAt?.toISOString() ?? null,
  }));
}

async function remove(em: EntityManager, { providers }: AuthParts, link: LinkedAccount, client: Client) {
  em.remove(link);
  const { name } = providers.describe(link.provider);
  await recordActivity(em, { userId: link.userId, kind: 'identity_unlinked', client, detail: name });
  return name;
}

/** For users with a password, so that no link is the last way to sign in. Ignores ids of other users' links. */
export async function unlink(
  em: EntityManager,
  parts: AuthParts,
  userId: string,
  ids: readonly string[],
  client: Client,
): Promise<void> {
  const links = await em.find(LinkedAccount, { userId, id: { $in: [...ids] } });
  for (const link of links) await remove(em, parts, link, client);
}

/**
 * @returns the provider's display name
 * @throws CodedError 404 when the user has no such link, 409 when it is the last way to sign in
 */
export async function unlinkOne(em: EntityManager, parts: AuthParts, userId: string, id: string, client: Client) {
  // The lock keeps two concurrent requests from removing the last two links.
  const user = await lockActiveUser(em, userId);
  if (!user) throw unauthenticated();
  const linked = await em.find(LinkedAccount, { userId });
  const link = linked.find((one) => one.id === id);
  if (!link) throw notFound('auth.identity_not_found', 'Linked account not found.');
  // A provider that is no longer configured cannot sign anyone in.
  const isOtherWayIn = linked.some((one) => one !== link && parts.providers.has(one.provider));
  if (!user.passwordHash && !isOtherWayIn) throw lastWayIn();
  return remove(em, parts, link, client);
}

const lastWayIn = () =>
  conflict(
    'auth.last_way_in',
    'This is the only way into your account. Set a password or link another provider first.',
  );
