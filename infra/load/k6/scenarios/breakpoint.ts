import type { Options } from 'k6/options';
import { inShares } from './journeys/mix.ts';
import { ramp, rate, summaryTrendStats } from './support/options.ts';

export { browse, signIn, social, vault } from './journeys/mix.ts';

const most = Number(__ENV.MOST ?? rate * 20);

/** A rate that grows until the product no longer holds it (MOST journeys a second after DURATION, ten minutes). */
export const options: Options = {
  scenarios: inShares((exec, share) => ramp(exec, share, 1, [{ duration: __ENV.DURATION ?? '10m', target: most }])),
  thresholds: {
    http_req_failed: [{ threshold: 'rate<=0.01', abortOnFail: true, delayAbortEval: '10s' }],
    http_req_duration: [{ threshold: 'p(95)<1000', abortOnFail: true, delayAbortEval: '10s' }],
    dropped_iterations: [{ threshold: 'count<50', abortOnFail: true }],
  },
  summaryTrendStats,
};
