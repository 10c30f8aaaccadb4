import type { EntityManager } from '@nightshelf/platform';
import { forgetRemoval, recordRemovals } from './tombstones.ts';

/** How long a removal can be undone. */
const undoMinutes = 10;
const pruneSize = 100;

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
 * Deletes what any user removed too long ago. Call it last: what belongs to those removals may be held by somebody who waits for
 * something that the transaction holds, and whoever waits here has nothing left to take that others wait with.
 */
export async function forgetRemoved(em: EntityManager): Promise<void> {
  await em.execute(
    `with forgotten as (
       delete from removed_entries where id in (
         select id from removed_entries where removed_at < clock_timestamp() - make_interval(mins => ?)
         order by removed_at limit ? for update skip locked)
       returning id),
     forgotten_playthroughs as (delete from playthroughs where entry_id in (select id from forgotten)),
     forgotten_places as (delete from listed_games where entry_id in (select id from forgotten))
     delete from play_sessions where entry_id in (select id from forgotten)`,
    [undoMinutes, pruneSize],
  );
}

interface Removed {
  readonly guid: string;
  readonly entry: object;
  /** What the user's client said of the game; null if the catalog had confirmed it by then. */
  readonly description: object | null;
}

/** Takes a removed entry of the user back out; null when there is none, or its time is over. */
export async function takeRemoved(em: EntityManager, userId: string, id: string): Promise<Removed | null> {
  const [removed] = await em.execute<Removed[]>(
    `delete from removed_entries
     where id = ? and user_id = ? and removed_at >= clock_timestamp() - make_interval(mins => ?)
     returning entry ->> 'guid' as guid, entry, description`,
    [id, userId, undoMinutes],
  );
  if (removed) await forgetRemoval(em, id);
  return removed ?? null;
}
