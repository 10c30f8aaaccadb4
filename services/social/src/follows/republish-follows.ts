import { LockMode } from '@mikro-orm/postgresql';
import { userFollowed, userUnfollowed } from '@nightshelf/contracts';
import type { Work } from '@nightshelf/platform';
import { Follow } from './follow.ts';

type Key = Pick<Follow, 'followerId' | 'followeeId'>;

const batchSize = 500;
const beforeAll = '00000000-0000-0000-0000-000000000000';

/**
 * Publishes every relation as it now is, ended ones too.
 * @returns how many events were recorded
 */
export async function republishFollows(work: Work): Promise<number> {
  let recorded = 0;
  let last: Key | undefined = { followerId: beforeAll, followeeId: beforeAll };
  while (last) {
    const batch: Follow[] = await republishBatch(work, last);
    recorded += batch.length;
    last = batch.at(-1);
  }
  return recorded;
}

/** Rows stay locked until their events are recorded, so that no older state can follow a newer one. */
function republishBatch(work: Work, { followerId, followeeId }: Key): Promise<Follow[]> {
  return work.transaction(async ({ em, publish }) => {
    const follows = await em.find(
      Follow,
      { $or: [{ followerId: { $gt: followerId } }, { followerId, followeeId: { $gt: followeeId } }] },
      { orderBy: { followerId: 'asc', followeeId: 'asc' }, limit: batchSize, lockMode: LockMode.PESSIMISTIC_READ },
    );
    for (const follow of follows) {
      publish(follow.active ? userFollowed : userUnfollowed, {
        data: { follower_id: follow.followerId, followee_id: follow.followeeId },
        version: follow.version,
      });
    }
    return follows;
  });
}
