import { userFollowed, userUnfollowed } from '@nightshelf/contracts/events/follows.ts';
import type { OwnedPart, OwnedTopic } from '@nightshelf/platform/events/projections/owned.ts';

const relations: OwnedPart = {
  async read(em, { after, limit }) {
    // A row comparison lets the index start at this position.
    const rows = await em.execute<{ follower_id: string; followee_id: string; active: boolean; version: number }[]>(
      `select follower_id, followee_id, active, version from follows
       where (follower_id, followee_id) > (?::uuid, ?::uuid) order by follower_id, followee_id limit ? for share`,
      [...(after ?? beforeAll).split(':'), limit],
    );
    return rows.map(({ follower_id, followee_id, active, version }) => ({
      event: active ? userFollowed : userUnfollowed,
      data: { follower_id, followee_id },
      version,
      removed: !active,
    }));
  },
};

const smallest = '00000000-0000-0000-0000-000000000000';
/** Sorts before every follow. */
const beforeAll = `${smallest}:${smallest}`;

/** All follows, including ended ones, which are kept so that their versions continue when they begin again. */
export const ownedFollows: OwnedTopic = { topic: 'social.follows', parts: [relations] };
