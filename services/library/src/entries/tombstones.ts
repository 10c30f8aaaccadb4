import type { EntityManager } from '@nightshelf/platform/database/database.ts';

/** Three times the retention of dead letters. */
const keptDays = 90;
const pruneSize = 100;

/**
 * Records removals under the version after each entry's own, and deletes old records of all users.
 * @param ids as a JSON array
 */
export async function recordRemovals(em: EntityManager, ids: string): Promise<void> {
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
    [keptDays, pruneSize],
  );
}

/** Deletes the removal records of restored entries. @returns each recorded removal's version */
export async function forgetRemovals(em: EntityManager, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await em.execute<{ entry_id: string; version: number }[]>(
    `delete from entry_tombstones where entry_id in (select jsonb_array_elements_text(?::jsonb)::uuid)
     returning entry_id, version`,
    [JSON.stringify(ids)],
  );
  return new Map(rows.map(({ entry_id, version }) => [entry_id, version] as const));
}
