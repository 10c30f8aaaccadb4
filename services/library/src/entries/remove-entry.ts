import type * as libraryCalls from '@nightshelf/contracts/calls/library.ts';
import { entryRemoved } from '@nightshelf/contracts/events/entries.ts';
import type { ChangedEntry } from '@nightshelf/contracts/live.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { Transaction } from '@nightshelf/platform/database/transaction.ts';
import { versionWanted } from '@nightshelf/platform/http/headers.ts';
import { forgetDescriptions } from '../games/described-game.ts';
import { keepingBelongings } from '../history/keep-history.ts';
import { bumpLibrary } from '../libraries/library-version.ts';
import { renewListsOf } from '../lists/game-lists.ts';
import type { RequestOf } from '../serve.ts';
import type { Entry } from './entry.ts';
import { notifyOfEntry, ownEntry, refuseChanged } from './own-entry.ts';

/** Removes an entry; the user can restore it for ten minutes. */
export const removeEntry = ({ userId, params, request, change }: RequestOf<typeof libraryCalls.removeEntry>) =>
  change.transaction(async (transaction) => {
    const entry = await ownEntry(transaction.em, userId, params.id);
    await refuseChanged(transaction.em, entry, versionWanted(request.headers['if-match']));
    const [removed] = await takeOutOfVault(transaction, userId, [entry]);
    if (removed) notifyOfEntry(transaction, userId, removed);
    return null;
  });

/** Removes locked entries. @returns the removals, for notifications */
export async function takeOutOfVault(
  transaction: Transaction,
  userId: string,
  entries: readonly Entry[],
): Promise<ChangedEntry[]> {
  const { em, publish } = transaction;
  const ids = JSON.stringify(entries.map(({ id }) => id));
  await keepRemoved(em, ids);
  for (const entry of entries) em.remove(entry);
  await em.flush();
  await forgetDescriptions(
    em,
    userId,
    entries.map(({ guid }) => guid),
  );
  await renewListsOf(transaction, userId, ids);
  await bumpLibrary(em, userId);
  await forgetRemoved(em);
  return entries.map(({ id, guid, version }) => {
    const removal = { entry_id: id, guid, version: version + 1 };
    publish(entryRemoved, { data: { entry_id: id, user_id: userId, guid }, version: removal.version });
    return removal;
  });
}

const undoMinutes = 10;
const pruneSize = 100;
/** Limit of the sessions that one statement moves, in bytes of JSON; one game may exceed it. */
const mostBytes = 4 * 1024 * 1024;
/** Limit per game, in bytes; discards more, so that one abusive user cannot block others. */
const mostBytesKept = 16 * 1024 * 1024;

/** Three times the retention of dead letters. */
const tombstoneDays = 90;

/**
 * Keeps removed entries and the user's descriptions of their games while the removal can be undone; playthroughs,
 * sessions and list places stay in their tables, hidden. Records the removals under the version after each entry's own,
 * and deletes old records of all users.
 * @param ids as a JSON array
 */
async function keepRemoved(em: EntityManager, ids: string): Promise<void> {
  await em.execute(
    `insert into removed_entries (id, user_id, removed_at, entry, description)
     select e.id, e.user_id, clock_timestamp(), to_jsonb(e), to_jsonb(d)
     from entries e left join described_games d on d.user_id = e.user_id and d.guid = e.guid
     where e.id in (select jsonb_array_elements_text(?::jsonb)::uuid)`,
    [ids],
  );
  await em.execute(
    `insert into entry_tombstones (entry_id, user_id, guid, version, removed_at)
     select id, user_id, guid, version + 1, clock_timestamp() from entries
     where id in (select jsonb_array_elements_text(?::jsonb)::uuid)
     on conflict (entry_id) do update set version = excluded.version, removed_at = excluded.removed_at`,
    [ids],
  );
  await em.execute(
    `delete from entry_tombstones where entry_id in (
       select entry_id from entry_tombstones where removed_at < clock_timestamp() - make_interval(days => ?)
       order by removed_at limit ? for update skip locked)`,
    [tombstoneDays, pruneSize],
  );
}

/**
 * Deletes expired removals of all users and moves what belongs to them to the history, a small batch per call.
 * Call it last in a transaction: it may wait for row locks, and taking further locks after it could deadlock.
 */
async function forgetRemoved(em: EntityManager): Promise<void> {
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
  readonly entry: { readonly version: number };
  /** The user's description of the game; null if the catalog had confirmed the game. */
  readonly description: object | null;
}

/** Deletes and returns the user's removals among `ids` that can still be undone. @param ids as a JSON array */
export const takeRemovals = (em: EntityManager, userId: string, ids: string) =>
  em.execute<Removed[]>(
    `delete from removed_entries where user_id = ? and id in (select jsonb_array_elements_text(?::jsonb)::uuid)
     returning id, entry, description`,
    [userId, ids],
  );

/** Deletes the tombstones of restored entries. @param ids as a JSON array @returns each removal's version */
export async function takeTombstones(em: EntityManager, ids: string): Promise<ReadonlyMap<string, number>> {
  const rows = await em.execute<{ entry_id: string; version: number }[]>(
    `delete from entry_tombstones where entry_id in (select jsonb_array_elements_text(?::jsonb)::uuid)
     returning entry_id, version`,
    [ids],
  );
  return new Map(rows.map(({ entry_id, version }) => [entry_id, version] as const));
}

/** Returns the entries with a playthrough, session, list place or favorite. The caller must hold their locks. */
export async function usedAmong(
  em: EntityManager,
  userId: string,
  entries: readonly Entry[],
): Promise<ReadonlySet<string>> {
  const used = await em.execute<{ id: string }[]>(
    `select id from jsonb_array_elements_text(?::jsonb) as w (id)
     where exists (select from playthroughs where entry_id = w.id::uuid)
        or exists (select from play_sessions where entry_id = w.id::uuid)
        or exists (select from listed_games where entry_id = w.id::uuid)
        or exists (select from favourites where user_id = ? and w.id::uuid = any (entry_ids))`,
    [JSON.stringify(entries.map(({ id }) => id)), userId],
  );
  return new Set(used.map(({ id }) => id));
}
