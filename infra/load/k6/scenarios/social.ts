import type { Options } from 'k6/options';
import { arrivals, rate, summaryTrendStats, thresholds } from './support/options.ts';

export { social } from './journeys/social.ts';

/** Gamers who look at each other. */
export const options: Options = { scenarios: { social: arrivals('social', rate) }, thresholds, summaryTrendStats };
