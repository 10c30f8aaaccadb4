import * as socialCalls from '@nightshelf/contracts/calls/social.ts';
import { type FollowedPlayer, type GameRatings, mostFollowedPlayers } from '@nightshelf/contracts/opinions.ts';
import { fewestPlayers } from '@nightshelf/contracts/playthroughs.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { route } from '@nightshelf/platform/http/route.ts';
import type { PrivacyNotes } from '@nightshelf/platform/privacy/privacy-notes.ts';
import type { FastifyInstance } from 'fastify';
import { isOwnGame, withoutHidden } from '../libraries/visibility.ts';
import type { SocialParts } from '../parts.ts';

/** Considers only the newest ratings, so that a popular game does not slow the page down. */
const newestRatings = 2000;

interface Row {
  readonly rating: number;
  readonly people: number;
  /** Includes ratings that do not count. */
  readonly looked_at: number;
}

/**
 * Returns a game's ratings by active users with a public library.
 * @returns null when fewer than five users have rated it
 */
async function ratingsOf(em: EntityManager, guid: string): Promise<GameRatings | null> {
  if (isOwnGame(guid)) return null;
  const rows = await em.execute<Row[]>(
    `select r.rating, count(u.id)::int as people, count(*)::int as looked_at
     from (select user_id, rating from entries where guid = ? and rating > 0 order by entry_id desc limit ?) r
     left join users u on u.id = r.user_id and u.is_active and u.privacy = 'public'
     group by r.rating`,
    [guid, newestRatings],
  );
  const sum = (numberOf: (row: Row) => number) => rows.reduce((total, row) => total + numberOf(row), 0);
  const count = sum(({ people }) => people);
  if (count < fewestPlayers) return null;
  const people = new Map(rows.map((row) => [row.rating, row.people]));
  return {
    count,
    average: sum((row) => row.rating * row.people) / count,
    by_rating: Array.from({ length: 10 }, (_, at) => people.get(at + 1) ?? 0),
    newest_only: sum(({ looked_at }) => looked_at) === newestRatings,
  };
}

export function opinionRoutes(app: FastifyInstance, { work, notes }: SocialParts): void {
  route(app, socialCalls.getGameOpinions, async ({ identity, params: { guid } }) => {
    const em = work.query();
    const viewerId = identity?.userId;
    return {
      success: true as const,
      message: 'Opinions on the game.',
      ratings: await ratingsOf(em, guid),
      followed: viewerId === undefined ? null : await followedPlayers(em, notes, { viewerId, guid }),
    };
  });
}

/** Maximum number of followed users considered. */
const mostFollows = 5000;

interface PlayerRow extends Omit<FollowedPlayer, 'user' | 'hours_played'> {
  readonly id: string;
  readonly username: string;
  readonly hours_played: string | null;
  /** True when only the public library makes it visible. */
  readonly by_privacy: boolean;
}

/** Returns what followed users think of a game, as far as they show it: those who finished it first, then by rating. */
async function followedPlayers(
  em: EntityManager,
  notes: PrivacyNotes,
  { viewerId, guid }: { readonly viewerId: string; readonly guid: string },
): Promise<{ people: FollowedPlayer[]; more: boolean }> {
  if (isOwnGame(guid)) return { people: [], more: false };
  const rows = await em.execute<PlayerRow[]>(
    `select u.id, u.username, e.status, e.rating, e.hours_played, not e.is_shared as by_privacy
     from (select followee_id from follows where follower_id = ? and active limit ${mostFollows}) f
     join users u on u.id = f.followee_id and u.is_active
     join entries e on e.user_id = u.id and e.guid = ? and (e.is_shared or u.privacy = 'public')
     where exists (select from games g where g.guid = e.guid)
     order by e.status = 'completed' desc, e.rating desc nulls last, lower(u.username), u.id limit ?`,
    [viewerId, guid, mostFollowedPlayers + 1],
  );
  const seen = await withoutHidden(em, notes, rows, ({ id }) => id);
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
