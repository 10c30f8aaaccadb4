import type { Options } from 'k6/options';
import { inShares } from './journeys/mix.ts';
import { arrivals, summaryTrendStats, thresholds } from './support/options.ts';

export { browse, signIn, social, vault } from './journeys/mix.ts';

/** Every journey for ten seconds at a rate that any machine holds: does everything work, with nothing failing at all? */
export const options: Options = {
  scenarios: inShares((exec) => arrivals(exec, 1, '10s')),
  thresholds: { ...thresholds, http_req_failed: ['rate==0'], checks: ['rate==1'] },
  summaryTrendStats,
};
