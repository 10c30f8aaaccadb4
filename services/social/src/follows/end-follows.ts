import { userUnfollowed } from '@nightshelf/contracts/events/follows.ts';
import type { Transaction } from '@nightshelf/platform/database/transaction.ts';
import { countWithOthers } from './follow-counts.ts';
import { hiddenUpTo } from './hide-follows.ts';

interface Ended {
  readonly follower_id: string;
  readonly followee_id: string;
  readonly active: boolean;
  readonly version: number;
}

/**
 * Ends and deletes a part of a deleted user's follows in both directions, with their events and counts. Call it after
 * the directory has dropped the user, so that no new follow begins.
 * @param most per direction
 * @returns whether more may be left
 */
export async function endFollows(
  { em, publish }: Pick<Transaction, 'em' | 'publish'>,
  userId: string,
  most: number,
): Promise<boolean> {
  const upTo = await hiddenUpTo(em, userId);
  const ended = await em.execute<Ended[]>(
    `with next as (
       (select follower_id, followee_id from follows where follower_id = ? order by followee_id limit ?)
       union all
       (select follower_id, followee_id from follows where followee_id = ? order by follower_id limit ?)
     ), held as (
       select f.follower_id, f.followee_id from follows f join next using (follower_id, followee_id)
       order by f.follower_id, f.followee_id for update of f
     )
     delete from follows f using held
     where f.follower_id = held.follower_id and f.followee_id = held.followee_id
     returning f.follower_id, f.followee_id, f.active, f.version + f.active::int as version`,
    [userId, most, userId, most],
  );
  for (const { follower_id, followee_id, version } of ended) {
    publish(userUnfollowed, { data: { follower_id, followee_id }, version });
  }
  const counted = ended
    .filter(({ active }) => active)
    .map(({ follower_id, followee_id }) =>
      follower_id === userId
        ? { user_id: followee_id, followers: 1, following: 0 }
        : { user_id: follower_id, followers: 0, following: 1 },
    )
    .filter(({ user_id }) => upTo === null || user_id > upTo);
  await countWithOthers(em, counted, -1);
  const more = ended.length >= most;
  if (!more) await em.execute('delete from hidden_follows where user_id = ?', [userId]);
  return more;
}
