import type { EntityManager } from '@nightshelf/platform';

/**
 * Holds, until the end of the transaction, whoever else counts or stores these games: a game and the first vault that
 * holds it may arrive at the same moment, and each has to see the other. Always in the order of guids.
 */
export async function lockPopularity(em: EntityManager, guids: readonly string[]): Promise<void> {
  await em.execute(
    `select pg_advisory_xact_lock(hashtextextended('popularity:' || guid, 0))
     from (select distinct guid from jsonb_array_elements_text(?::jsonb) as given (guid) order by guid) ordered`,
    [JSON.stringify(guids)],
  );
}
