import { activityDays as deedDays } from '@nightshelf/contracts/activities.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import { Worker } from '@nightshelf/platform/jobs/worker.ts';
import type { Logger } from '@nightshelf/platform/logging/logger.ts';

const hourMs = 60 * 60 * 1000;
/** Rows per transaction. */
const batch = 1000;

export function pruneDeedsHourly(work: Work, logger: Logger): Worker {
  return new Worker({ name: 'prune-deeds', idleMs: hourMs, logger, step: () => pruneOld(work) });
}

/** @returns whether more rows may be left */
async function pruneOld(work: Work): Promise<boolean> {
  const gone = await work.transaction(({ em }) =>
    em.execute<object[]>(
      `delete from deeds where entry_id in (
         select entry_id from deeds where at < now() - make_interval(days => ?)
         order by at limit ? for update skip locked)
       returning 1`,
      [deedDays, batch],
    ),
  );
  return gone.length === batch;
}
