import { LockMode } from '@mikro-orm/postgresql';
import { entryUpdated } from '@nightshelf/contracts';
import type { Work } from '@nightshelf/platform';
import { Entry } from './entry.ts';

const batchSize = 500;
const beforeAll = '00000000-0000-0000-0000-000000000000';

/**
 * Publishes every entry as it now is.
 * @returns how many events were recorded
 */
export async function republishEntries(work: Work): Promise<number> {
  let recorded = 0;
  let last: string | undefined = beforeAll;
  while (last !== undefined) {
    const batch: Entry[] = await republishBatch(work, last);
    recorded += batch.length;
    last = batch.at(-1)?.id;
  }
  return recorded;
}

/** Rows stay locked until their events are recorded, so that no older state can follow a newer one. */
function republishBatch(work: Work, after: string): Promise<Entry[]> {
  return work.transaction(async ({ em, publish }) => {
    const entries = await em.find(
      Entry,
      { id: { $gt: after } },
      { orderBy: { id: 'asc' }, limit: batchSize, lockMode: LockMode.PESSIMISTIC_READ },
    );
    for (const entry of entries) publish(entryUpdated, { data: entry.state(), version: entry.version });
    return entries;
  });
}
