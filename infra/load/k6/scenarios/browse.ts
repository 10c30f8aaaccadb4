import type { Options } from 'k6/options';
import { arrivals, rate, summaryTrendStats, thresholds } from './support/options.ts';

export { browse } from './journeys/browse.ts';

/** Visitors only: home, search, games. */
export const options: Options = { scenarios: { browse: arrivals('browse', rate) }, thresholds, summaryTrendStats };
