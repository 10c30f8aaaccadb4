import type { Work } from '../../database/work.ts';

/**
 * Empties the copies of other services' data, and forgets what the consumer has handled, in one transaction: when the
 * owners publish their state again, the copies grow anew.
 * @param tables names out of the service's own definition, never from outside
 */
export async function resetProjections(work: Work, consumer: string, tables: readonly string[]): Promise<void> {
  await work.transaction(async ({ em }) => {
    if (tables.length > 0) await em.execute(`truncate ${tables.map((table) => `"${table}"`).join(', ')}`);
    await em.execute('delete from inbox_events where consumer = ?', [consumer]);
    await em.execute('delete from inbox_versions where consumer = ?', [consumer]);
  });
}
