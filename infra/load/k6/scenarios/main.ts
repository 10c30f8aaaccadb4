import type { Options, Scenario } from 'k6/options';

export { browse, signIn, social, vault } from './journeys.ts';

const {
  SCENARIO = '',
  RATE = '20',
  DURATION,
  MOST,
  P95_MS = '300',
  P99_MS = '1000',
  FAILED_RATE = '0.001',
  DROPPED = '0',
} = __ENV;

/** Journeys per second. */
const rate = Number(RATE);

/** Relative frequency of each journey. */
const mix = { browse: 0.58, vault: 0.27, social: 0.13, signIn: 0.02 };

interface Stage {
  readonly duration: string;
  /** Journeys per second at the end of the stage. */
  readonly target: number;
}

/** Enough virtual users for journeys of a second; a slower product shows as dropped iterations. */
const usersFor = (perSecond: number) => {
  const users = Math.max(2, Math.ceil(perSecond));
  return { preAllocatedVUs: users, maxVUs: users * 5 };
};

/** k6 accepts whole numbers only, so rates are per 100 seconds. */
const per100Seconds = (perSecond: number) => Math.max(1, Math.round(perSecond * 100));

/** Starts journeys at a fixed rate regardless of response times, so that a stall of the product stays visible. */
const arrivals = (exec: string, perSecond: number, duration = DURATION ?? '2m'): Scenario => ({
  ...{ executor: 'constant-arrival-rate', exec, duration, rate: per100Seconds(perSecond), timeUnit: '100s' },
  ...usersFor(perSecond),
});

function ramp(exec: string, share: number, startRate: number, stages: readonly Stage[]): Scenario {
  const most = Math.max(startRate, ...stages.map(({ target }) => target)) * share;
  return {
    ...{ executor: 'ramping-arrival-rate', exec, startRate: per100Seconds(startRate * share), timeUnit: '100s' },
    stages: stages.map(({ duration, target }) => ({ duration, target: Math.round(target * share * 100) })),
    ...usersFor(most),
  };
}

const mixed = (scenarioOf: (exec: string, share: number) => Scenario): Record<string, Scenario> =>
  Object.fromEntries(Object.entries(mix).map(([exec, share]) => [exec, scenarioOf(exec, share)]));

/** Calls whose durations the summary lists: k6 exports a tag only if a threshold names it. */
const calls = [
  'GET /',
  'GET /api/auth/verify-token',
  'GET /api/youtube/daily-reviews',
  'GET /api/games/search',
  'GET /api/games/:guid',
  'GET /api/games/library',
  'PUT /api/games/library/:id',
  'POST /api/games/library/add',
  'DELETE /api/games/library/:id',
  'GET /api/users/search',
  'GET /api/users/:id',
  'POST /api/users/:id/follow',
  'POST /api/users/:id/unfollow',
  'POST /api/auth/login',
  'POST /api/auth/logout',
];

/** Dropped iterations mean that the rate was not reached, so the other figures are not valid. */
const usual: Options['thresholds'] = {
  http_req_failed: [`rate<=${FAILED_RATE}`],
  http_req_duration: [`p(95)<${P95_MS}`, `p(99)<${P99_MS}`],
  checks: ['rate>0.999'],
  dropped_iterations: [`count<=${DROPPED}`],
  ...Object.fromEntries(calls.map((name) => [`http_req_duration{name:${name}}`, ['max>=0']])),
};

const spike: Stage[] = [
  { duration: '20s', target: rate },
  { duration: '5s', target: rate * 4 },
  { duration: '30s', target: rate * 4 },
  { duration: '5s', target: rate },
  { duration: '30s', target: rate },
];

const untilItFails: Options['thresholds'] = {
  http_req_failed: [{ threshold: 'rate<=0.01', abortOnFail: true, delayAbortEval: '10s' }],
  http_req_duration: [{ threshold: 'p(95)<1000', abortOnFail: true, delayAbortEval: '10s' }],
  dropped_iterations: [{ threshold: 'count<50', abortOnFail: true }],
};

/** Scenarios by the names in the README. */
const all: Record<string, Pick<Options, 'scenarios' | 'thresholds'>> = {
  smoke: {
    scenarios: mixed((exec) => arrivals(exec, 1, '10s')),
    thresholds: { ...usual, http_req_failed: ['rate==0'], checks: ['rate==1'] },
  },
  browse: { scenarios: { browse: arrivals('browse', rate) } },
  vault: { scenarios: { vault: arrivals('vault', rate) } },
  social: { scenarios: { social: arrivals('social', rate) } },
  mixed: { scenarios: mixed((exec, share) => arrivals(exec, rate * share)) },
  spike: { scenarios: mixed((exec, share) => ramp(exec, share, rate, spike)) },
  soak: { scenarios: mixed((exec, share) => arrivals(exec, rate * share, DURATION ?? '2h')) },
  breakpoint: {
    scenarios: mixed((exec, share) =>
      ramp(exec, share, 1, [{ duration: DURATION ?? '10m', target: Number(MOST ?? rate * 20) }]),
    ),
    thresholds: untilItFails,
  },
};

export const options: Options = {
  thresholds: usual,
  ...all[SCENARIO],
  summaryTrendStats: ['min', 'med', 'avg', 'p(90)', 'p(95)', 'p(99)', 'max'],
};
