import type { PlaceInList } from '@nightshelf/contracts/game-lists.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';

/** The caller of these functions must hold the list's lock. */

export async function orderOf(em: EntityManager, id: string): Promise<string[]> {
  const rows = await em.execute<{ entry_id: string }[]>(
    'select i.entry_id from listed_games i join entries e on e.id = i.entry_id where i.list_id = ? order by i.rank',
    [id],
  );
  return rows.map(({ entry_id }) => entry_id);
}

/** Reassigns evenly spaced ranks to all games of a list, in the same order. */
async function dealRanks(em: EntityManager, id: string): Promise<void> {
  await em.execute(
    `update listed_games i set rank = dealt.place * ?::bigint
     from (select entry_id, row_number() over (order by rank) as place from listed_games where list_id = ?) dealt
     where i.list_id = ? and i.entry_id = dealt.entry_id`,
    [rankGap, id, id],
  );
}

/**
 * Moves a game beside another one of the list; writes nothing when it is there already. Its neighbors include removed
 * games that may return, so that they keep their place.
 */
export async function putBeside(em: EntityManager, id: string, entryId: string, place: PlaceInList): Promise<void> {
  const next = place.before ? 'rank < n.rank order by rank desc' : 'rank > n.rank order by rank';
  const [row] = await em.execute<{ own: number; named: number; next: number | null }[]>(
    `select o.rank::float8 as own, n.rank::float8 as named,
       (select rank from listed_games where list_id = n.list_id and entry_id <> o.entry_id and ${next} limit 1)::float8 as next
     from listed_games o, listed_games n where o.list_id = ? and o.entry_id = ? and n.list_id = ? and n.entry_id = ?`,
    [id, entryId, id, place.before ?? place.after],
  );
  if (!row) throw new Error('The games are not in the list');
  const [before, after] = place.before ? [row.next, row.named] : [row.named, row.next];
  if ((before === null || row.own > before) && (after === null || row.own < after)) return;
  const rank = rankBetween(before, after);
  if (rank === null) {
    await dealRanks(em, id);
    return putBeside(em, id, entryId, place);
  }
  await em.execute('update listed_games set rank = ? where list_id = ? and entry_id = ?', [rank, id, entryId]);
}

/**
 * A game's rank is its position in a list. Ranks are far apart, so that a moved game takes one between its new
 * neighbors without changing other games. When a gap is exhausted, after at least 32 moves to it, all ranks are
 * reassigned.
 * Ranks are integers, because PostgreSQL finds neighbors by index and JavaScript is exact up to 2^53; 10,000 games
 * take 2^46.
 */
export const rankGap = 2 ** 32;

/** Reaching this limit takes a million moves to the very end. */
const lastRank = 2 ** 52;

/**
 * Returns a rank between two neighbors; null stands for no neighbor at that end. @returns null when there is no room
 */
export function rankBetween(before: number | null, after: number | null): number | null {
  const rank = wanted(before, after);
  const isBetween = (before === null || rank > before) && (after === null || rank < after);
  return isBetween && Math.abs(rank) <= lastRank ? rank : null;
}

function wanted(before: number | null, after: number | null): number {
  if (before === null) return after === null ? rankGap : after - rankGap;
  return after === null ? before + rankGap : before + Math.floor((after - before) / 2);
}
