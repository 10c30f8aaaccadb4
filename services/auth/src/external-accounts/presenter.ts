import type { LinkedIdentity } from '@nightshelf/contracts/accounts.ts';
import type { IdentityProviders } from './identity-providers.ts';
import type { LinkedAccount } from './linked-account.ts';

export const presentLinkedAccount = (linked: LinkedAccount, providers: IdentityProviders): LinkedIdentity => ({
  id: linked.id,
  provider: providers.describe(linked.provider),
  email: linked.email ?? null,
  linked_at: linked.linkedAt.toISOString(),
  last_used_at: linked.lastUsedAt?.toISOString() ?? null,
});
