import type { LinkedIdentity } from '@nightshelf/contracts/accounts.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { Client } from '@nightshelf/platform/http/client.ts';
import { recordActivity } from '../activity/record-activity.ts';
import type { Claim } from '../users/claims.ts';
import type { IdentityProviders } from './identity-providers.ts';
import { LinkedAccount } from './linked-account.ts';
import { presentLinkedAccount } from './presenter.ts';

export function linkedAccounts(providers: IdentityProviders) {
  const listOf = async (em: EntityManager, userId: string): Promise<LinkedIdentity[]> => {
    const linked = await em.find(LinkedAccount, { userId }, { orderBy: { linkedAt: 'asc', id: 'asc' } });
    return linked.map((one) => presentLinkedAccount(one, providers));
  };

  /** For users with a password, so that no link is the last way to sign in. Ignores ids of other users' links. */
  const unlink = async (em: EntityManager, userId: string, ids: readonly string[], client: Client): Promise<void> => {
    const links = await em.find(LinkedAccount, { userId, id: { $in: [...ids] } });
    for (const link of links) {
      em.remove(link);
      const { name: detail } = providers.describe(link.provider);
      await recordActivity(em, { userId, kind: 'identity_unlinked', client, detail });
    }
  };

  const claim: Claim = { endsWhen: 'first proven', end: (em, userId) => em.nativeDelete(LinkedAccount, { userId }) };

  return { listOf, unlink, claim };
}

export type LinkedAccounts = ReturnType<typeof linkedAccounts>;
