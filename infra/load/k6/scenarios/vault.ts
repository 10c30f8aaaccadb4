import type { Options } from 'k6/options';
import { arrivals, rate, summaryTrendStats, thresholds } from './support/options.ts';

export { vault } from './journeys/vault.ts';

/** Gamers at their own vaults: reads that mostly did not change, and writes. */
export const options: Options = { scenarios: { vault: arrivals('vault', rate) }, thresholds, summaryTrendStats };
