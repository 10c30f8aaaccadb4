import type { Work } from '@nightshelf/platform/database/work.ts';
import { daily } from '@nightshelf/platform/jobs/daily.ts';
import type { Logger } from '@nightshelf/platform/logging/logger.ts';

/** Fewer vaults than this do not show at all. */
const fewest = 5;
const highestStep = 6;

/**
 * Once a night, how many vaults have a game becomes a step of a coarse scale: 5 vaults are the first, 10 the second, 20 the third. Search
 * orders by the step, since the exact count would show every visitor that somebody has just added a game.
 */
export const nightlySteps = (work: Work, logger: Logger) =>
  daily('popularity-steps', logger, () => work.transaction(({ em }) => em.execute(takeSteps)));

export const takeSteps = `
  with wanted as (
    select guid, case when vaults < ${fewest} then 0
      else least(${highestStep}, 1 + floor(log(2, vaults / ${fewest}.0)))::int end as step from popularity)
  update popularity p set step = w.step from wanted w where w.guid = p.guid and p.step <> w.step`;
