import { userFollowed, userUnfollowed } from '@nightshelf/contracts/events/follows.ts';
import type { OwnedPart, OwnedTopic } from '@nightshelf/platform/events/projections/owned.ts';

interface Row {
  readonly follower_id: string;
  readonly followee_id: string;
  readonly active: boolean;
  readonly version: number;
}

const relations: OwnedPart = {
  async read(em, wanted, locked = true) {
    const lock = locked ? 'for share' : '';
    const columns = 'select follower_id, followee_id, active, version from follows where';
    const order = 'order by follower_id, followee_id';
    // A row comparison lets the index start at this position.
    const rows =
      'subjects' in wanted
        ? await em.execute<Row[]>(
            `${columns} (follower_id, followee_id) in (
               select split_part(subject, ':', 1)::uuid, split_part(subject, ':', 2)::uuid
               from jsonb_array_elements_text(?::jsonb) as given (subject)) ${order} ${lock}`,
            [JSON.stringify(wanted.subjects)],
          )
        : await em.execute<Row[]>(
            `${columns} (follower_id, followee_id) > (?::uuid, ?::uuid) ${order} limit ? ${lock}`,
            [...(wanted.after ?? beforeAll).split(':'), wanted.limit],
          );
    return rows.map(({ follower_id, followee_id, active, version }) => ({
      event: active ? userFollowed : userUnfollowed,
      data: { follower_id, followee_id },
      version,
      removed: !active,
    }));
  },
};

const nobody = '00000000-0000-0000-0000-000000000000';
/** Sorts before every follow. */
const beforeAll = `${nobody}:${nobody}`;

/** All follows, including ended ones. */
export const ownedFollows: OwnedTopic = { topic: 'social.follows', parts: [relations] };
