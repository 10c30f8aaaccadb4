import type { Work } from '@nightshelf/platform/database/work.ts';
import { Worker } from '@nightshelf/platform/jobs/worker.ts';
import type { Logger } from '@nightshelf/platform/logging/logger.ts';

const hourMs = 60 * 60 * 1000;
const batch = 200;
const beforeAll = '00000000-0000-0000-0000-000000000000';

/**
 * Deletes playthroughs, sessions and list places of entries that cannot come back, hourly. The previous release runs
 * beside this one and leaves them behind; delete this file once it can no longer run.
 */
export function forgetLeftoversHourly(work: Work, logger: Logger): Worker {
  let last = beforeAll;
  const step = async () => {
    last = await forgetLeftovers(work, last);
    return last !== beforeAll;
  };
  return new Worker({ name: 'forget-leftovers', idleMs: hourMs, logger, step });
}

/**
 * Uses one statement, so that an entry that is restored concurrently is seen as either removed or present.
 * @returns the cursor of the next page; the start again after the last page
 */
async function forgetLeftovers(work: Work, after: string): Promise<string> {
  const [page] = await work.transaction(({ em }) =>
    em.execute<{ removals: number; last: string | null }[]>(
      `with page as materialized (
         select entry_id from entry_tombstones where entry_id > ?::uuid order by entry_id limit ?
       ), gone as materialized (
         select entry_id from page where not exists (select from removed_entries where id = page.entry_id)
           and not exists (select from entries where id = page.entry_id)
       ),
       playthroughs_left as (delete from playthroughs where entry_id in (select entry_id from gone)),
       places_left as (delete from listed_games where entry_id in (select entry_id from gone)),
       sessions_left as (delete from play_sessions where entry_id in (select entry_id from gone))
       select count(*)::int as removals, max(entry_id::text collate "C") as last from page`,
      [after, batch],
    ),
  );
  return page?.removals === batch && page.last ? page.last : beforeAll;
}
