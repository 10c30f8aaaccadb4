import type { EntityManager } from '@nightshelf/platform/database/database.ts';

/**
 * Locks these games until the transaction ends, since a game and its first entry may arrive together. Ordered by guid
 * to avoid deadlocks.
 */
export async function lockPopularity(em: EntityManager, guids: readonly string[]): Promise<void> {
  await em.execute(
    `select pg_advisory_xact_lock(hashtextextended('popularity:' || guid, 0))
     from (select distinct guid from jsonb_array_elements_text(?::jsonb) as given (guid) order by guid) ordered`,
    [JSON.stringify(guids)],
  );
}
