import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { keepingBelongings } from '../history/removed-belongings.ts';
import { recordRemovals } from './tombstones.ts';

/** How long a removal can be undone. */
const undoMinutes = 10;
const pruneSize = 100;
/** Sessions that are moved by one statement, in bytes as JSON; of one game there may be more. */
const mostBytes = 4 * 1024 * 1024;
/** Of one game. Nobody writes as much: it is there so that whoever tries keeps nobody waiting. */
const mostBytesKept = 16 * 1024 * 1024;

/**
 * Keeps removed entries, with what their user's client said of the games, as long as the removal can be undone; their playthroughs,
 * sessions and places in lists wait unseen where they are.
 */
export async function keepRemoved(em: EntityManager, ids: readonly string[]): Promise<void> {
  const wanted = JSON.stringify(ids);
  await em.execute(
    `insert into removed_entries (id, user_id, removed_at, entry, description)
     select e.id, e.user_id, clock_timestamp(), to_jsonb(e), to_jsonb(d)
     from entries e left join described_games d on d.user_id = e.user_id and d.guid = e.guid
     where e.id in (select jsonb_array_elements_text(?::jsonb)::uuid)`,
    [wanted],
  );
  await recordRemovals(em, wanted);
}

/**
 * Deletes what any user removed too long ago, and keeps what belongs to it with its history; as much at a time as takes no noticeable
 * time. Call it last: what belongs to those removals may be held by somebody who waits for something that the transaction holds, and
 * whoever waits here has nothing left to take that others wait with.
 */
export async function forgetRemoved(em: EntityManager): Promise<void> {
  await em.execute(
    `with due as materialized (
       select id, removed_at from removed_entries where removed_at < clock_timestamp() - make_interval(mins => ?)
       order by removed_at limit ? for update skip locked),
     weighed as (
       select id, bytes, sum(bytes) over (order by removed_at, id) - bytes as before from due cross join lateral (
         select coalesce(sum(coalesce(octet_length(note), 0) + 300), 0) as bytes from play_sessions where entry_id = due.id) s),
     forgotten as (
       delete from removed_entries r using weighed w where r.id = w.id and w.before < ${mostBytes}
       returning r.*, w.bytes > ${mostBytesKept} as is_too_much),
     playthroughs_gone as (delete from playthroughs where entry_id in (select id from forgotten) returning *),
     places_gone as (delete from listed_games where entry_id in (select id from forgotten) returning *),
     sessions_gone as (
       delete from play_sessions where entry_id in (select id from forgotten where not is_too_much) returning *),
     too_many_sessions as (delete from play_sessions where entry_id in (select id from forgotten where is_too_much))
     ${keepingBelongings}`,
    [undoMinutes, pruneSize],
  );
}

/** The game of an entry whose removal can still be undone as such; null for any other. It waits until the transaction ends. */
export async function gameRemoved(em: EntityManager, userId: string, id: string): Promise<string | null> {
  const [removed] = await em.execute<{ guid: string }[]>(
    `select entry ->> 'guid' as guid from removed_entries
     where id = ? and user_id = ? and removed_at >= clock_timestamp() - make_interval(mins => ?) for update`,
    [id, userId, undoMinutes],
  );
  return removed?.guid ?? null;
}

export interface Removed {
  readonly id: string;
  /** Its row. */
  readonly entry: { readonly version: number };
  /** What the user's client said of the game; null if the catalog had confirmed it by then. */
  readonly description: object | null;
}

/** Those of a user's removed entries that still wait, until the transaction ends. */
export const waitingRemovals = (em: EntityManager, userId: string, ids: readonly string[]) =>
  em.execute<Removed[]>(
    `select id, entry, description from removed_entries
     where user_id = ? and id in (select jsonb_array_elements_text(?::jsonb)::uuid) order by id for update`,
    [userId, JSON.stringify(ids)],
  );

/** For entries that come back. */
export const takeRemoved = (em: EntityManager, ids: readonly string[]) =>
  em.execute('delete from removed_entries where id in (select jsonb_array_elements_text(?::jsonb)::uuid)', [
    JSON.stringify(ids),
  ]);
