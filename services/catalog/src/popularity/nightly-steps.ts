import type { Work } from '@nightshelf/platform/database/work.ts';
import { daily } from '@nightshelf/platform/jobs/worker.ts';
import type { Logger } from '@nightshelf/platform/logging/logger.ts';

/** Fewer vaults than this give step 0. */
const fewest = 5;
const highestStep = 6;

/**
 * Converts vault counts to coarse steps every night (5 vaults are step 1, 10 step 2, 20 step 3), since an exact count
 * in the search order would reveal a user's new game.
 */
export const nightlySteps = (work: Work, logger: Logger) =>
  daily('popularity-steps', logger, () => work.transaction(({ em }) => em.execute(takeSteps)));

export const takeSteps = `
  with wanted as (
    select guid, case when vaults < ${fewest} then 0
      else least(${highestStep}, 1 + floor(log(2, vaults / ${fewest}.0)))::int end as step from popularity)
  update popularity p set step = w.step from wanted w where w.guid = p.guid and p.step <> w.step`;
