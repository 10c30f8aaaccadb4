import type { Options } from 'k6/options';
import { inShares } from './journeys/mix.ts';
import { arrivals, rate, summaryTrendStats, thresholds } from './support/options.ts';

export { browse, signIn, social, vault } from './journeys/mix.ts';

/** All journeys in realistic shares at a constant rate (RATE journeys a second, about five requests each). */
export const options: Options = {
  scenarios: inShares((exec, share) => arrivals(exec, rate * share)),
  thresholds,
  summaryTrendStats,
};
