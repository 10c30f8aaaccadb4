import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { keepingBelongings } from '../history/removed-belongings.ts';
import { recordRemovals } from './tombstones.ts';

const undoMinutes = 10;
const pruneSize = 100;
/** Limit of the sessions that one statement moves, in bytes of JSON; one game may exceed it. */
const mostBytes = 4 * 1024 * 1024;
/** Limit per game, in bytes; discards more, so that one abusive user cannot block others. */
const mostBytesKept = 16 * 1024 * 1024;

/**
 * Keeps removed entries and the user's descriptions of their games while the removal can be undone. Playthroughs,
 * sessions and list places stay in their tables, hidden.
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
 * Deletes expired removals of all users and moves what belongs to them to the history, a small batch per call.
 * Call it last in a transaction: it may wait for row locks, and taking further locks after it could deadlock.
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

/** Returns the game of an entry whose removal can still be undone, or null; locks the removal. */
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
  /** The row of the entry. */
  readonly entry: { readonly version: number };
  /** The user's description of the game; null if the catalog had confirmed the game. */
  readonly description: object | null;
}

/** Returns and locks the user's removals among `ids` that can still be undone. */
export const waitingRemovals = (em: EntityManager, userId: string, ids: readonly string[]) =>
  em.execute<Removed[]>(
    `select id, entry, description from removed_entries
     where user_id = ? and id in (select jsonb_array_elements_text(?::jsonb)::uuid) order by id for update`,
    [userId, JSON.stringify(ids)],
  );

export const takeRemoved = (em: EntityManager, ids: readonly string[]) =>
  em.execute('delete from removed_entries where id in (select jsonb_array_elements_text(?::jsonb)::uuid)', [
    JSON.stringify(ids),
  ]);
