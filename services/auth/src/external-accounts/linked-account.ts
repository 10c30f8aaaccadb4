import { randomUUIDv7 } from 'node:crypto';
import { defineEntity, p } from '@mikro-orm/postgresql';
import type { LinkedIdentity } from '@nightshelf/contracts/accounts.ts';
import type { IdentityProviders } from './identity-providers.ts';

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

/** An account as proven by an OpenID provider. */
export interface ExternalAccount {
  /** The provider's id in the settings. */
  readonly provider: string;
  readonly issuer: string;
  readonly subject: string;
  /** Null unless the provider has verified it. */
  readonly email: string | null;
}

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

/** Returns whether the provider has verified the user's current address. */
export const hasVerified = ({ email }: ExternalAccount, user: { readonly email?: string | null }): boolean =>
  email !== null && email.toLowerCase() === user.email?.toLowerCase();

export const presentLinkedAccount = (linked: LinkedAccount, providers: IdentityProviders): LinkedIdentity => ({
  id: linked.id,
  provider: providers.describe(linked.provider),
  email: linked.email ?? null,
  linked_at: linked.linkedAt.toISOString(),
  last_used_at: linked.lastUsedAt?.toISOString() ?? null,
});
