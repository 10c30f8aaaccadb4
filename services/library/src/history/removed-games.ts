import { notListed, type RemovedGame } from '@nightshelf/contracts';
import type { EntityManager } from '@nightshelf/platform';
import { unknownGame } from '../games/game-as-shown.ts';
import { historyState } from './history-state.ts';

type Kept = Omit<RemovedGame['playthroughs'][number], 'platform_id'> & {
  readonly platform_id: number | null;
  readonly platform_not_listed: boolean;
};

interface Row extends Omit<RemovedGame, 'name' | 'playthroughs'> {
  readonly name: string | null;
  readonly playthroughs: readonly Kept[];
}

/** Of games that wait to be restored as they were, and of others; those that are in the vault again have nothing here. */
const games = `
  with waiting as (
    select r.id as entry_id, r.entry ->> 'guid' as guid, r.removed_at,
      (select coalesce(jsonb_agg(to_jsonb(p) order by p.id), '[]') from playthroughs p where p.entry_id = r.id) as playthroughs,
      (select coalesce(jsonb_agg(to_jsonb(s) order by s.id), '[]') from play_sessions s where s.entry_id = r.id) as sessions,
      (select coalesce(jsonb_agg(to_jsonb(l)), '[]') from listed_games l where l.entry_id = r.id) as places
    from removed_entries r
    where r.user_id = ? and r.id > ?::uuid and (exists (select from playthroughs p where p.entry_id = r.id)
      or exists (select from play_sessions s where s.entry_id = r.id) or exists (select from listed_games l where l.entry_id = r.id))
    order by r.id limit ?
  ), kept as (
    select entry_id, guid, removed_at, playthroughs, sessions, places from removed_belongings
    where user_id = ? and entry_id > ?::uuid and removed_at >= ? order by entry_id limit ?
  )
  select b.entry_id, b.guid, to_char(b.removed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as removed_at,
    coalesce(g.summary, d.summary)::json ->> 'name' as name, b.playthroughs, b.sessions,
    (select coalesce(jsonb_agg(jsonb_build_object('name', l.name, 'note', p.note) order by l.id), '[]')
     from jsonb_populate_recordset(null::listed_games, b.places) p join game_lists l on l.id = p.list_id) as lists
  from (select * from waiting union all select * from kept) b
  left join games g on g.guid = b.guid
  left join described_games d on d.guid = b.guid and d.user_id = ?
  order by b.entry_id limit ?`;

interface Page {
  readonly games: readonly RemovedGame[];
  /** Where the next page begins; null after the last. */
  readonly next: string | null;
}

/** A user's removed games with what comes back with them, in the order of the ids of their entries. */
export async function removedGames(
  em: EntityManager,
  userId: string,
  {
    after = '00000000-0000-0000-0000-000000000000',
    limit,
  }: { readonly after?: string | undefined; readonly limit: number },
): Promise<Page> {
  const { began_at: since } = await historyState(em, userId);
  const rows = await em.execute<Row[]>(games, [
    ...[userId, after, limit + 1],
    ...[userId, after, since, limit + 1],
    ...[userId, limit + 1],
  ]);
  const found = rows.slice(0, limit).map(presented);
  return { games: found, next: rows.length > limit ? (found.at(-1)?.entry_id ?? null) : null };
}

const presented = ({ name, guid, playthroughs, sessions, ...row }: Row): RemovedGame => ({
  ...row,
  guid,
  name: name ?? unknownGame(guid).name,
  playthroughs: playthroughs.map(({ id, platform_id, platform_not_listed, ...said }) => ({
    ...{ id, platform_id: platform_not_listed ? notListed : platform_id },
    ...{ copy: said.copy, started_on: said.started_on, ended_on: said.ended_on },
    ...{ hours: said.hours, completion: said.completion, dropped_at: said.dropped_at },
  })),
  sessions: sessions.map(({ day, minutes, note, spoiler, playthrough_id }) => ({
    ...{ day, minutes, note, spoiler, playthrough_id },
  })),
});
