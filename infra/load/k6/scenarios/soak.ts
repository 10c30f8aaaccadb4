import type { Options } from 'k6/options';
import { inShares } from './journeys/mix.ts';
import { arrivals, rate, summaryTrendStats, thresholds } from './support/options.ts';

export { browse, signIn, social, vault } from './journeys/mix.ts';

/** The mix for hours (DURATION, two unless given): what leaks or piles up shows only then. */
export const options: Options = {
  scenarios: inShares((exec, share) => arrivals(exec, rate * share, __ENV.DURATION ?? '2h')),
  thresholds,
  summaryTrendStats,
};
