import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { isErased } from '@nightshelf/platform/erasure/erased-users.ts';
import { notFound, unauthenticated } from '@nightshelf/platform/errors/coded-error.ts';

interface Held {
  readonly id: string;
  readonly username: string;
  readonly is_active: boolean;
  readonly is_follower: boolean;
  readonly is_followee: boolean;
}

/**
 * Locks both users until the transaction ends, so that neither is hidden while their follow is counted. The directory
 * may not know the follower yet.
 * @returns the followee
 * @throws CodedError 404 for an unknown or inactive user, 401 when the follower's account is closed
 */
export async function holdUsers(
  em: EntityManager,
  followerId: string,
  followeeId: string,
): Promise<Pick<Held, 'id' | 'username'>> {
  const users = await em.execute<Held[]>(
    `select id, username, is_active, id = ? as is_follower, id = ? as is_followee
     from users where id in (?, ?) order by id for share`,
    [followerId, followeeId, followerId, followeeId],
  );
  const isClosed = users.some(({ is_follower, is_active }) => is_follower && !is_active);
  if (isClosed || (await isErased(em, followerId))) throw unauthenticated();
  const followee = users.find(({ is_followee, is_active }) => is_followee && is_active);
  if (!followee) throw notFound('social.user_not_found', 'User not found');
  return followee;
}
