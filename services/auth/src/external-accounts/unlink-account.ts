import { conflict, notFound, unauthenticated } from '@nightshelf/platform/errors/coded-error.ts';
import type { Client } from '@nightshelf/platform/http/client.ts';
import type { Change } from '@nightshelf/platform/idempotency/intended-work.ts';
import { recordActivity } from '../activity/record-activity.ts';
import { lockActiveUser } from '../users/find-user.ts';
import type { IdentityProviders } from './identity-providers.ts';
import { LinkedAccount } from './linked-account.ts';

interface Unlinking {
  readonly userId: string;
  readonly id: string;
  readonly client: Client;
}

/**
 * Unlinks an external account.
 * @returns the provider's display name
 * @throws CodedError 404 when the user has no such link, 409 when it is the last way to sign in
 */
export async function unlinkAccount(
  work: Change,
  providers: IdentityProviders,
  { userId, id, client }: Unlinking,
): Promise<string> {
  return work.transaction(async ({ em }) => {
    // The lock keeps two concurrent requests from removing the last two links.
    const user = await lockActiveUser(em, userId);
    if (!user) throw unauthenticated();
    const linked = await em.find(LinkedAccount, { userId });
    const link = linked.find((one) => one.id === id);
    if (!link) throw notFound('auth.identity_not_found', 'Linked account not found.');
    // A provider that is no longer configured cannot sign anyone in.
    const isOtherWayIn = linked.some((one) => one !== link && providers.has(one.provider));
    if (!user.passwordHash && !isOtherWayIn) throw lastWayIn();
    em.remove(link);
    const { name } = providers.describe(link.provider);
    await recordActivity(em, { userId, kind: 'identity_unlinked', client, detail: name });
    return name;
  });
}

const lastWayIn = () =>
  conflict(
    'auth.last_way_in',
    'This is the only way into your account. Set a password or link another provider first.',
  );
