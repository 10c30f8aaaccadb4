import { randomUUIDv7 } from 'node:crypto';
import { defineEntity, p } from '@mikro-orm/postgresql';

const LinkedIdentitySchema = defineEntity({
  name: 'LinkedIdentity',
  tableName: 'identities',
  properties: {
    id: p.uuid().primary(),
    userId: p.uuid(),
    /** Id of the provider in the settings when it was linked. */
    provider: p.text(),
    issuer: p.text(),
    subject: p.text(),
    /** As the provider named it then; says nothing about who it is. */
    email: p.text().nullable(),
    linkedAt: p.datetime(),
    lastUsedAt: p.datetime().nullable(),
  },
});

/** A provider's account that opens a user's. Issuer and subject name it for ever; addresses change hands. */
export class LinkedIdentity extends LinkedIdentitySchema.class {}

LinkedIdentitySchema.setClass(LinkedIdentity);

/** What a provider has proven of whoever signed in there. */
export interface ProvenIdentity {
  /** Id of the provider in the settings. */
  readonly provider: string;
  readonly issuer: string;
  readonly subject: string;
  /** Null unless the provider says that it has verified it. */
  readonly email: string | null;
}

/** The link of a user to a provider's account, not stored yet. */
export const newLink = (userId: string, { provider, issuer, subject, email }: ProvenIdentity, now = new Date()) => ({
  id: randomUUIDv7(),
  userId,
  provider,
  issuer,
  subject,
  email,
  linkedAt: now,
});
