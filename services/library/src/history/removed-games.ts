import type * as historyCalls from '@nightshelf/contracts/calls/history.ts';
import { type RemovedGame, removedGame } from '@nightshelf/contracts/entry-history.ts';
import { notListed } from '@nightshelf/contracts/platforms/platform-names.ts';
import { instant } from '@nightshelf/platform/database/instant.ts';
import { gameJson, gameTables, unknownGame } from '../games/game-as-shown.ts';
import type { Fields, ReadOf } from '../serve.ts';
import { isAny } from '../sql.ts';
import { historyState } from './keep-history.ts';

/** Sessions after which a page ends. */
const mostSessions = 500;

type Stored = RemovedGame['playthroughs'][number] & { readonly platform_not_listed: boolean };

/** With the whole rows of playthroughs and sessions. */
interface Row extends Omit<RemovedGame, 'name' | 'playthroughs'> {
  readonly name: string | null;
  readonly playthroughs: readonly Stored[];
}

/** A page ends after a few hundred sessions, but has at least one game. */
const games = `
  with page as materialized (
    select entry_id from (
      select entry_id, sum(session_count) over (order by entry_id) - session_count as before from (
        select entry_id, session_count from removed_belongings
        where user_id = ? and entry_id > ?::uuid and removed_at >= ? order by entry_id limit ?
      ) next
    ) counted where before < ${mostSessions} order by entry_id
  )
  select b.entry_id, b.guid, ${instant('b.removed_at')} as removed_at,
    ${gameJson} ->> 'name' as name, b.playthroughs, b.sessions,
    (select coalesce(jsonb_agg(jsonb_build_object('name', l.name, 'note', p.note) order by l.id), '[]')
     from jsonb_populate_recordset(null::listed_games, b.places) p join game_lists l on l.id = p.list_id) as lists
  from page join removed_belongings b on b.entry_id = page.entry_id ${gameTables('b.guid', 'b.user_id')}
  order by b.entry_id`;

type Page = Fields<typeof historyCalls.listRemovedGames>;

/**
 * Returns a user's removed games with what would be restored with them, ordered by entry id; excludes removals that can
 * still be undone.
 */
export async function removedGames({ em, userId, query }: ReadOf<typeof historyCalls.listRemovedGames>): Promise<Page> {
  const { after = '00000000-0000-0000-0000-000000000000', limit } = query;
  const { began_at: since } = await historyState(em, userId);
  const rows = await em.execute<Row[]>(games, [userId, after, since, limit]);
  const last = rows.at(-1)?.entry_id;
  const isMore =
    last &&
    (await isAny(em, 'removed_belongings where user_id = ? and entry_id > ?::uuid and removed_at >= ?', [
      userId,
      last,
      since,
    ]));
  return { games: rows.map(presented), next: isMore ? last : null };
}

const presented = ({ name, playthroughs, ...row }: Row): RemovedGame =>
  removedGame.parse({
    ...row,
    name: name ?? unknownGame(row.guid).name,
    playthroughs: playthroughs.map((one) => (one.platform_not_listed ? { ...one, platform_id: notListed } : one)),
  });
