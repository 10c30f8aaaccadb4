import { type FollowedPlayer, mostFollowedPlayers } from '@nightshelf/contracts/opinions.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { PrivacyNotes } from '@nightshelf/platform/privacy/privacy-notes.ts';
import { isHiddenSince } from '../directory/hidden-since.ts';
import { isOwnGame } from '../libraries/own-games.ts';

/** Maximum number of followed users considered. */
const mostFollows = 5000;

interface Row extends Omit<FollowedPlayer, 'user' | 'hours_played'> {
  readonly id: string;
  readonly username: string;
  readonly hours_played: string | null;
  /** True when only the public library makes it visible. */
  readonly by_privacy: boolean;
}

interface Followed {
  readonly people: FollowedPlayer[];
  readonly more: boolean;
}

/** Returns what followed users think of a game, as far as they show it: those who finished it first, then by rating. */
export async function followedPlayers(
  em: EntityManager,
  notes: PrivacyNotes,
  { viewerId, guid }: { readonly viewerId: string; readonly guid: string },
): Promise<Followed> {
  if (isOwnGame(guid)) return { people: [], more: false };
  const rows = await em.execute<Row[]>(
    `select u.id, u.username, e.status, e.rating, e.hours_played, not e.is_shared as by_privacy
     from (select followee_id from follows where follower_id = ? and active limit ${mostFollows}) f
     join users u on u.id = f.followee_id and u.is_active
     join entries e on e.user_id = u.id and e.guid = ? and (e.is_shared or u.privacy = 'public')
     where exists (select from games g where g.guid = e.guid)
     order by e.status = 'completed' desc, e.rating desc nulls last, lower(u.username), u.id limit ?`,
    [viewerId, guid, mostFollowedPlayers + 1],
  );
  // Excludes users who became private by a change that has not arrived here yet.
  const hidden = await Promise.all(rows.map(({ by_privacy, id }) => by_privacy && isHiddenSince(em, notes, id)));
  const seen = rows.filter((_, at) => !hidden[at]);
  return {
    people: seen.slice(0, mostFollowedPlayers).map(({ id, username, status, rating, hours_played }) => ({
      user: { id, username },
      status,
      rating,
      hours_played: hours_played === null ? null : Number(hours_played),
    })),
    more: rows.length > mostFollowedPlayers,
  };
}
