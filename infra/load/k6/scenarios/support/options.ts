import type { Options, Scenario } from 'k6/options';

/** Journeys a second. */
export const rate = Number(__ENV.RATE ?? 20);
export const duration = __ENV.DURATION ?? '2m';

/** Enough for journeys that take a second each; a product that is slower shows as dropped iterations. */
const usersFor = (perSecond: number) => Math.max(2, Math.ceil(perSecond));

/**
 * Arrivals at a constant rate, whether or not earlier journeys have ended: a closed model would slow down with the
 * product and hide its stalls.
 * @param perSecond journeys a second, may be a fraction
 */
export function arrivals(exec: string, perSecond: number, forTime = duration): Scenario {
  return {
    executor: 'constant-arrival-rate',
    exec,
    // k6 takes whole numbers only.
    rate: Math.max(1, Math.round(perSecond * 100)),
    timeUnit: '100s',
    duration: forTime,
    preAllocatedVUs: usersFor(perSecond),
    maxVUs: usersFor(perSecond) * 5,
  };
}

interface Stage {
  readonly duration: string;
  /** Journeys a second at the end of the stage. */
  readonly target: number;
}

/** Arrivals at a rate that changes. */
export function ramp(exec: string, share: number, startRate: number, stages: readonly Stage[]): Scenario {
  const most = Math.max(startRate, ...stages.map(({ target }) => target)) * share;
  return {
    executor: 'ramping-arrival-rate',
    exec,
    startRate: Math.max(1, Math.round(startRate * share * 100)),
    timeUnit: '100s',
    stages: stages.map(({ duration: time, target }) => ({ duration: time, target: Math.round(target * share * 100) })),
    preAllocatedVUs: usersFor(most),
    maxVUs: usersFor(most) * 5,
  };
}

/** How often each journey is made, of all. */
export const weights = { browse: 0.58, vault: 0.27, social: 0.13, signIn: 0.02 } as const;

const bounds = { p95: Number(__ENV.P95_MS ?? 300), p99: Number(__ENV.P99_MS ?? 1000) };

/** Calls whose durations the summary shows one by one: k6 keeps figures of a tag only where a threshold names it. */
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

/** What a run has to hold. Dropped iterations mean that the rate was never offered, so nothing was measured. */
export const thresholds: Options['thresholds'] = {
  http_req_failed: [`rate<=${__ENV.FAILED_RATE ?? 0.001}`],
  http_req_duration: [`p(95)<${bounds.p95}`, `p(99)<${bounds.p99}`],
  checks: ['rate>0.999'],
  dropped_iterations: [`count<=${__ENV.DROPPED ?? 0}`],
  ...Object.fromEntries(calls.map((name) => [`http_req_duration{name:${name}}`, ['max>=0']])),
};

export const summaryTrendStats = ['min', 'med', 'avg', 'p(90)', 'p(95)', 'p(99)', 'max'];
