import { LockMode } from '@mikro-orm/postgresql';
import { type Change, conflict, notFound, type Origin, unauthenticated } from '@nightshelf/platform';
import { recordActivity } from '../activity/record-activity.ts';
import { User } from '../users/user.ts';
import { LinkedIdentity } from './identity.ts';
import type { IdentityProviders } from './identity-providers.ts';

interface Unlinking {
  readonly userId: string;
  /** Id of the link. */
  readonly id: string;
  readonly origin: Origin;
}

/**
 * Takes an identity off the user's account.
 * @returns what users call its provider
 * @throws CodedError 404 when the user has no such identity, 409 when it is the last way in
 */
export async function unlinkIdentity(
  work: Change,
  providers: IdentityProviders,
  { userId, id, origin }: Unlinking,
): Promise<string> {
  return work.transaction(async ({ em }) => {
    // Locked, so that two at once cannot each leave the other as the last way in and then take it.
    const user = await em.findOne(User, { id: userId, isActive: true }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!user) throw unauthenticated();
    const identities = await em.find(LinkedIdentity, { userId });
    const identity = identities.find((one) => one.id === id);
    if (!identity) throw notFound('auth.identity_not_found', 'There is no such linked account.');
    // One whose provider is in the settings no more opens nothing.
    const isOtherWayIn = identities.some((one) => one !== identity && providers.has(one.provider));
    if (!user.passwordHash && !isOtherWayIn) throw lastWayIn();
    em.remove(identity);
    const { name } = providers.describe(identity.provider);
    await recordActivity(em, { userId, kind: 'identity_unlinked', origin, detail: name });
    return name;
  });
}

const lastWayIn = () =>
  conflict(
    'auth.last_way_in',
    'This is the only way into your account. Set a password or link another provider first.',
  );
