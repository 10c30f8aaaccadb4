import type { EntityManager } from '@nightshelf/platform';

/** Three times as long as a dead letter is kept. */
const keptDays = 90;
const pruneSize = 100;

/**
 * Notes that an entry is being removed, with the version that its removal has. Removals of long ago are forgotten on the
 * way.
 */
export async function buryEntry(em: EntityManager, id: string): Promise<void> {
  await em.execute(
    `insert into entry_tombstones (entry_id, user_id, guid, version, removed_at)
     select id, user_id, guid, version + 1, clock_timestamp() from entries where id = ?
     on conflict (entry_id) do update set version = excluded.version, removed_at = excluded.removed_at`,
    [id],
  );
  await em.execute(
    `delete from entry_tombstones where entry_id in (
       select entry_id from entry_tombstones where removed_at < clock_timestamp() - make_interval(days => ?)
       order by removed_at limit ? for update skip locked)`,
    [keptDays, pruneSize],
  );
}

/** The entry is back. */
export async function exhumeEntry(em: EntityManager, id: string): Promise<void> {
  await em.execute('delete from entry_tombstones where entry_id = ?', [id]);
}
