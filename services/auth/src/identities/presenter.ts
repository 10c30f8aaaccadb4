import type { LinkedIdentity as Shown } from '@nightshelf/contracts';
import type { LinkedIdentity } from './identity.ts';
import type { IdentityProviders } from './identity-providers.ts';

/** A linked identity as calls show it to its user. */
export const presentIdentity = (identity: LinkedIdentity, providers: IdentityProviders): Shown => ({
  id: identity.id,
  provider: providers.describe(identity.provider),
  email: identity.email ?? null,
  linked_at: identity.linkedAt.toISOString(),
  last_used_at: identity.lastUsedAt?.toISOString() ?? null,
});
