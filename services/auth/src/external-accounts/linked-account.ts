import { randomUUIDv7 } from 'node:crypto';
import { defineEntity, p } from '@mikro-orm/postgresql';

const LinkedAccountSchema = defineEntity({
  name: 'LinkedAccount',
  tableName: 'identities',
  properties: {
    id: p.uuid().primary(),
    userId: p.uuid(),
    /** Id of the provider in the settings when it was linked. */
    provider: p.text(),
    issuer: p.text(),
    subject: p.text(),
    /** As the provider told it when it was linked; never used to find the account. */
    email: p.text().nullable(),
    linkedAt: p.datetime(),
    lastUsedAt: p.datetime().nullable(),
  },
});

/** An external account that signs a user in. Issuer and subject identify it for ever; email addresses change hands. */
export class LinkedAccount extends LinkedAccountSchema.class {}

LinkedAccountSchema.setClass(LinkedAccount);

/** An account at an OpenID provider, as the provider has proven it. */
export interface ExternalAccount {
  /** Id of the provider in the settings. */
  readonly provider: string;
  readonly issuer: string;
  readonly subject: string;
  /** Null unless the provider says that it has verified it. */
  readonly email: string | null;
}

/** The link of a user to an external account, not stored yet. */
export const newLink = (userId: string, { provider, issuer, subject, email }: ExternalAccount, now = new Date()) => ({
  id: randomUUIDv7(),
  userId,
  provider,
  issuer,
  subject,
  email,
  linkedAt: now,
});

/** Whether the provider has verified the user's own address, which shows whose it is. */
export const hasVerified = ({ email }: ExternalAccount, user: { readonly email?: string | null }): boolean =>
  email !== null && email.toLowerCase() === user.email?.toLowerCase();
