import type { EntityManager } from '@nightshelf/platform';
import { buryEntry, exhumeEntry } from './tombstones.ts';

/** How long a removal can be undone. */
const undoMinutes = 10;
const pruneSize = 100;

/**
 * Keeps an entry, and the word of its user's client on the game, for as long as its removal can be undone. What anybody
 * removed longer ago than that is forgotten on the way.
 */
export async function keepRemoved(em: EntityManager, id: string): Promise<void> {
  await em.execute(
    `insert into removed_entries (id, user_id, removed_at, entry, description)
     select e.id, e.user_id, clock_timestamp(), to_jsonb(e), to_jsonb(d)
     from entries e left join described_games d on d.user_id = e.user_id and d.guid = e.guid
     where e.id = ?`,
    [id],
  );
  await em.execute(
    `delete from removed_entries where id in (
       select id from removed_entries where removed_at < clock_timestamp() - make_interval(mins => ?)
       order by removed_at limit ? for update skip locked)`,
    [undoMinutes, pruneSize],
  );
  await buryEntry(em, id);
}

interface Removed {
  readonly guid: string;
  readonly entry: object;
  /** What the user's client said of the game; null for a game that was confirmed by then. */
  readonly description: object | null;
}

/** Takes an entry out of those that were removed; null when there is none of this user that can still be put back. */
export async function takeRemoved(em: EntityManager, userId: string, id: string): Promise<Removed | null> {
  const [removed] = await em.execute<Removed[]>(
    `delete from removed_entries
     where id = ? and user_id = ? and removed_at >= clock_timestamp() - make_interval(mins => ?)
     returning entry ->> 'guid' as guid, entry, description`,
    [id, userId, undoMinutes],
  );
  if (removed) await exhumeEntry(em, id);
  return removed ?? null;
}
