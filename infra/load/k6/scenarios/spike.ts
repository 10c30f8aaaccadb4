import type { Options } from 'k6/options';
import { inShares } from './journeys/mix.ts';
import { ramp, rate, summaryTrendStats, thresholds } from './support/options.ts';

export { browse, signIn, social, vault } from './journeys/mix.ts';

const stages = [
  { duration: '20s', target: rate },
  { duration: '5s', target: rate * 4 },
  { duration: '30s', target: rate * 4 },
  { duration: '5s', target: rate },
  { duration: '30s', target: rate },
];

/** Four times the usual rate within five seconds, for half a minute, and back. */
export const options: Options = {
  scenarios: inShares((exec, share) => ramp(exec, share, rate, stages)),
  thresholds,
  summaryTrendStats,
};
