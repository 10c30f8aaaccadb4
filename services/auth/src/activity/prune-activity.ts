import type { Work } from '@nightshelf/platform/database/work.ts';
import { Worker } from '@nightshelf/platform/jobs/worker.ts';
import type { Logger } from '@nightshelf/platform/logging/logger.ts';

const keptDays = 180;
const keptLines = 1000;

const dayMs = 24 * 60 * 60 * 1000;

/** Small batches keep the statements short. */
const batch = 5000;

/**
 * Deletes a batch of lines older than 180 days or beyond a user's latest 1,000. Skips locked lines to avoid a deadlock
 * with a user deletion.
 * @returns whether more lines may be left
 */
export function pruneActivity(work: Work): Promise<boolean> {
  return work.transaction(async ({ em }) => {
    const old = await em.execute<object[]>(
      `with old as materialized (
         select id from activity where at < now() - make_interval(days => ?) limit ? for update skip locked)
       delete from activity where id in (select id from old) returning 1`,
      [keptDays, batch],
    );
    const surplus = await em.execute<object[]>(
      `with surplus as materialized (
         select a.id
         from (select user_id from activity group by user_id having count(*) > ?) crowded
         cross join lateral (
           select id from activity where user_id = crowded.user_id order by id desc offset ?) a
         limit ?)
       delete from activity where id in (
         select id from activity where id in (select id from surplus) for update skip locked) returning 1`,
      [keptLines, keptLines, batch],
    );
    return old.length === batch || surplus.length === batch;
  });
}

export const pruneActivityDaily = (work: Work, logger: Logger) =>
  new Worker({ name: 'prune-activity', idleMs: dayMs, logger, step: () => pruneActivity(work) });
