import { LockMode } from '@mikro-orm/postgresql';
import { userFollowed, userUnfollowed } from '@nightshelf/contracts';
import type { OwnedPart, OwnedTopic } from '@nightshelf/platform';
import { Follow } from './follow.ts';

const relations: OwnedPart = {
  async read(em, wanted, locked) {
    const lockMode = locked ? LockMode.PESSIMISTIC_READ : LockMode.NONE;
    const follows =
      'subjects' in wanted
        ? await em.find(Follow, { $or: wanted.subjects.map(keyOf) }, { lockMode })
        : await em.find(Follow, wanted.after === null ? {} : behind(keyOf(wanted.after)), {
            orderBy: { followerId: 'asc', followeeId: 'asc' },
            limit: wanted.limit,
            lockMode,
          });
    return follows.map(({ followerId, followeeId, active, version }) => ({
      event: active ? userFollowed : userUnfollowed,
      data: { follower_id: followerId, followee_id: followeeId },
      version,
      removed: !active,
    }));
  },
};

type Key = Pick<Follow, 'followerId' | 'followeeId'>;

function keyOf(subject: string): Key {
  const [followerId = '', followeeId = ''] = subject.split(':');
  return { followerId, followeeId };
}

const behind = ({ followerId, followeeId }: Key) => ({
  $or: [{ followerId: { $gt: followerId } }, { followerId, followeeId: { $gt: followeeId } }],
});

/** Every relation, ended ones too. */
export const ownedFollows: OwnedTopic = { topic: 'social.follows', parts: [relations] };
