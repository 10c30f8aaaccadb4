import type { LinkedIdentity } from '@nightshelf/contracts/accounts.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { Client } from '@nightshelf/platform/http/client.ts';
import { recordActivity } from '../activity/record-activity.ts';
import type { Claim } from '../users/claims.ts';
import type { IdentityProviders } from './identity-providers.ts';
import { LinkedAccount } from './linked-account.ts';
import { presentLinkedAccount } from './presenter.ts';

/** What others of auth need of the external accounts that lead into a user's. */
export function linkedAccounts(providers: IdentityProviders) {
  const listOf = async (em: EntityManager, userId: string): Promise<LinkedIdentity[]> => {
    const linked = await em.find(LinkedAccount, { userId }, { orderBy: { linkedAt: 'asc', id: 'asc' } });
    return linked.map((one) => presentLinkedAccount(one, providers));
  };

  /** Of a user who has a password: none of them is the last way in. Ids that are not the user's are left alone. */
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
