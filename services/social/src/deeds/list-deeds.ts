import {
  type Activity as Deed,
  activityDays as deedDays,
  mostActivities as mostDeeds,
  mostActivitiesOfUser as mostDeedsOfOne,
} from '@nightshelf/contracts/activities.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { PrivacyNotes } from '@nightshelf/platform/privacy/privacy-notes.ts';
import { isHiddenSince } from '../directory/hidden-since.ts';
import { isOwn } from '../libraries/own-games.ts';

/** Maximum number of followed users considered. */
const mostFollows = 5000;

/**
 * Maximum number of activities considered, per user and in total. Hidden ones must not count towards it: they would
 * displace visible ones and so reveal that their owner plays.
 */
const mostLookedAtOfOne = 10;
const mostLookedAt = 500;

interface Row extends Pick<Deed, 'kind' | 'at' | 'rating'>, Omit<Deed['game'], 'name'> {
  readonly id: string;
  readonly username: string;
  readonly name: string;
  /** True when only the public library makes it visible. */
  readonly by_privacy: boolean;
}

/**
 * Returns recent activity of followed users, newest first and limited per user. It must be visible now and have been
 * visible when it happened, because sharing a game later must not reveal when its owner played it.
 */
export async function listDeeds(em: EntityManager, notes: PrivacyNotes, viewerId: string): Promise<Deed[]> {
  const rows = await em.execute<Row[]>(
    `select seen.id, seen.username, seen.kind, seen.rating, seen.by_privacy,
       to_char(seen.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at,
       g.guid, g.summary::json ->> 'name' as name, g.image_url
     from (
       select latest.id, latest.username, latest.kind, latest.at, e.guid, e.rating, not e.is_shared as by_privacy,
         row_number() over (partition by latest.id order by latest.at desc, e.guid) as place
       from (
         select u.id, u.username, u.privacy, d.entry_id, d.kind, d.at
         from (select followee_id from follows where follower_id = ? and active limit ${mostFollows}) f
         join users u on u.id = f.followee_id and u.is_active
         cross join lateral (
           (select entry_id, kind, at from deeds
            where u.privacy = 'public' and user_id = f.followee_id and at > now() - make_interval(days => ?) and not done_hidden
            order by at desc limit ${mostLookedAtOfOne})
           union all
           (select entry_id, kind, at from deeds
            where u.privacy <> 'public' and user_id = f.followee_id and at > now() - make_interval(days => ?) and not is_hidden
              and not done_hidden
              and exists (select from entries s where s.entry_id = deeds.entry_id and s.is_shared)
            order by at desc limit ${mostLookedAtOfOne})
         ) d
         order by d.at desc limit ${mostLookedAt}
       ) latest
       join entries e on e.entry_id = latest.entry_id and (e.is_shared or latest.privacy = 'public') and ${stillHolds}
         and not ${isOwn('e.guid')}
         and exists (select from games g where g.guid = e.guid)
     ) seen join games g on g.guid = seen.guid
     where seen.place <= ${mostDeedsOfOne}
     order by seen.at desc, seen.id, g.guid limit ${mostDeeds}`,
    [viewerId, deedDays, deedDays],
  );
  // Excludes users who became private by a change that has not arrived here yet.
  const hidden = await Promise.all(rows.map(({ by_privacy, id }) => by_privacy && isHiddenSince(em, notes, id)));
  return rows.filter((_, at) => !hidden[at]).map(present);
}

const stillHolds = `case latest.kind
  when 'completed' then e.status = 'completed' when 'began' then e.status = 'playing' when 'rated' then e.rating > 0
  else latest.kind = 'added' end`;

const present = ({ id, username, kind, at, rating, guid, name, image_url }: Row): Deed => ({
  user: { id, username },
  kind,
  at,
  rating,
  game: { guid, name, image_url },
});
