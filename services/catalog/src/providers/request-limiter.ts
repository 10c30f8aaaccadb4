import { setTimeout as delay } from 'node:timers/promises';
import { type RedisClient, tryRedis } from '@nightshelf/platform/redis/client.ts';
import { FairSemaphore } from '@nightshelf/platform/semaphore/fair-semaphore.ts';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { type Caller, ProviderFault } from './game-provider.ts';

/** Longest wait of a request for all limits together. */
const longestWaitMs = 5000;

const limitReached = (ms: number | null) =>
  new ProviderFault('limit-reached', "the provider's request limit is reached", ms);
const shareUsed = (ms: number | null) =>
  new ProviderFault('share-used', "your share of the provider's request limit is used up", ms);

/** Waits for so many milliseconds. Throws the fault immediately when that exceeds the remaining time of a request. */
type Wait = (ms: number, fault?: typeof limitReached) => Promise<void>;

function waiting(): Wait {
  const endsAtMs = performance.now() + longestWaitMs;
  return async (ms, fault = limitReached) => {
    if (ms > Math.max(0, Math.ceil(endsAtMs - performance.now()))) throw fault(ms);
    if (ms > 0) await delay(ms);
  };
}

/** Without Redis a process divides the limits by this, since other replicas may be asking too. */
const divisorWithoutRedis = 4;

/**
 * Fractions of a window that callers may use: one caller, and all of a kind together. Accounts are free, so those of
 * one network share an allowance. `people` leaves a quarter for requested games in windows that fetch them.
 */
const fractions = {
  visitor: 1 / 10,
  visitors: 1 / 2,
  user: 1 / 3,
  network: 1 / 2,
  people: 3 / 4,
  request: 1 / 6,
  requests: 1 / 2,
  whole: 1,
};

type Share = keyof typeof fractions;

/** Returns the shares that a request uses, those of many callers first, so that refused callers leave no keys. */
function sharesOf(caller: Caller | null, withRequests: boolean): (readonly [share: Share, of: string])[] {
  if (!caller) return [];
  if (caller.kind === 'request') return [['requests', 'all'] as const, ['request', caller.userId] as const];
  return [
    ...(withRequests ? [['people', 'all'] as const] : []),
    ...(caller.kind === 'visitor'
      ? [['visitors', 'all'] as const, ['visitor', caller.network] as const]
      : [['network', caller.network] as const, ['user', caller.userId] as const]),
  ];
}

/** Counts a window's requests, and those of each caller, over all replicas. */
function sharedWindow(storeClient: RedisClient, provider: string, window: RequestWindow) {
  const { name, points, seconds: duration, perResource, requestsIn } = window;
  const pointsOf = (fraction: number) => Math.max(1, Math.floor(points * fraction));
  const limiters = Object.entries(fractions).map(([share, fraction]) => {
    const isWhole = share === 'whole';
    const options = {
      storeClient,
      keyPrefix: isWhole ? `catalog:limit:${provider}:${name}` : `catalog:share:${provider}:${name}:${share}`,
      points: pointsOf(fraction),
      duration,
      rejectIfRedisNotReady: true,
    };
    const withoutRedis = { ...options, points: pointsOf(1 / divisorWithoutRedis) };
    const insurance = isWhole ? { insuranceLimiter: new RateLimiterMemory(withoutRedis) } : {};
    return [share, new RateLimiterRedis({ ...options, ...insurance })] as const;
  });
  const limiterOf = Object.fromEntries(limiters) as Record<Share, RateLimiterRedis>;

  /**
   * Counts a request, waiting for the next window if there is time.
   * @param taken receives a function per limit that gives the counted request back
   */
  return async (resource: string, caller: Caller | null, wait: Wait, taken: (() => Promise<unknown>)[]) => {
    const shares = sharesOf(caller, !perResource || requestsIn === resource);
    for (const [share, of] of [...shares, ['whole', 'all'] as const]) {
      const limiter = limiterOf[share];
      const key = perResource ? `${resource}:${of}` : of;
      // Before consuming, since the limiter also counts rejected requests.
      taken.push(() => limiter.reward(key).catch(() => undefined));
      for (;;) {
        const outcome: unknown = await limiter.consume(key).then(
          () => null,
          (refusal: unknown) => refusal,
        );
        // Any other failure means that Redis is down; then callers have no shares.
        if (!(outcome instanceof RateLimiterRes)) break;
        await wait(Math.max(outcome.msBeforeNext, 20), of === 'all' ? limitReached : shareUsed);
      }
    }
  };
}

const lineOf = (caller: Caller | null) => {
  if (!caller) return 'all:';
  if (caller.kind === 'request') return 'request:';
  return caller.kind === 'visitor' ? `visitor:${caller.network}` : `user:${caller.userId}`;
};

/**
 * Keeps all replicas within the provider's limits, and each caller within a share of them. Waiting requests take turns
 * by kind of caller, then by caller; requested games arrive already ordered by user.
 */
export function requestLimiter(redis: RedisClient, provider: string, limits: ProviderLimits) {
  const { spacingMs, backoffMs } = limits;
  /** Exists in Redis while no replica may send a request. */
  const blockKey = `catalog:limit:${provider}:spacing:all`;
  const windows = limits.windows.map((window) => sharedWindow(redis, provider, window));
  const turns = new FairSemaphore({
    atOnce: 1,
    waiting: 500,
    waitingOfOne: 8,
    refusal: () => limitReached(null),
    groupOf: (key) => key.slice(0, key.indexOf(':')),
  });
  /** Replaces the key in Redis while Redis is down. */
  let blockedUntilMs = 0;

  /** Waits until requests are not blocked, then blocks others for the spacing of requests. */
  async function block(wait: Wait): Promise<void> {
    for (;;) {
      const reply = await tryRedis(redis, () => redis.set(blockKey, '1', 'PX', spacingMs, 'NX'));
      if (reply === undefined) await wait(blockedUntilMs - Date.now());
      if (reply !== null) break;
      await wait(Math.max(1, (await tryRedis(redis, () => redis.pttl(blockKey))) ?? 0));
    }
    blockedUntilMs = Date.now() + spacingMs * divisorWithoutRedis;
  }

  async function enter(resource: string, caller: Caller | null): Promise<void> {
    const wait = waiting();
    const signal = AbortSignal.timeout(longestWaitMs);
    const taken: (() => Promise<unknown>)[] = [];
    try {
      for (const take of windows) await take(resource, caller, wait, taken);
      await turns.run(lineOf(caller), () => block(wait), signal);
    } catch (error) {
      await Promise.all(taken.map((giveBack) => giveBack()));
      throw error === signal.reason ? limitReached(null) : error;
    }
  }

  return {
    /**
     * Waits until the limits allow a request, then acts. After 'too many requests' all replicas pause.
     * @param caller whose share it uses; null for shared requests such as tokens
     * @throws ProviderFault `limit-reached` or `share-used` when the wait would be too long, and whatever `act` throws
     */
    async run<Result>(resource: string, caller: Caller | null, act: () => Promise<Result>): Promise<Result> {
      await enter(resource, caller);
      try {
        return await act();
      } catch (error) {
        if (error instanceof ProviderFault && error.kind === 'too-many-requests') {
          const ms = error.retryAfterMs ?? backoffMs;
          blockedUntilMs = Date.now() + ms;
          await tryRedis(redis, () => redis.set(blockKey, '1', 'PX', ms));
        }
        throw error;
      }
    },
  };
}

/** At most `points` requests in `seconds`, over all replicas. */
export interface RequestWindow {
  readonly name: string;
  readonly points: number;
  readonly seconds: number;
  /** Whether each resource is counted separately. */
  readonly perResource: boolean;
  /** The resource that requested games are fetched from, in a window that counts each resource separately. */
  readonly requestsIn?: string;
}

export interface ProviderLimits {
  /** Least time between two requests, over all replicas. */
  readonly spacingMs: number;
  readonly windows: readonly RequestWindow[];
  /** Most requests in flight per process. */
  readonly connections: number;
  /** How long to pause after HTTP 420 or 429 without Retry-After. */
  readonly backoffMs: number;
}

const minuteMs = 60_000;

/** 200 requests per resource and hour, with velocity detection; blocked clients had to wait 5 to 10 minutes. */
export const giantBombLimits: ProviderLimits = {
  spacingMs: 1000,
  windows: [{ name: 'hour', points: 200, seconds: 3600, perResource: true, requestsIn: 'game' }],
  connections: 16,
  backoffMs: 8 * minuteMs,
};

/** 4 requests per second and 8 in flight, which leaves room for a second replica. */
export const igdbLimits: ProviderLimits = { spacingMs: 250, windows: [], connections: 4, backoffMs: 1000 };

/** One request per second, as Wikidata asks of clients without an account. */
export const wikidataLimits: ProviderLimits = { spacingMs: 1000, windows: [], connections: 2, backoffMs: minuteMs };

/** 100,000 requests per day and key, and throttled bursts per address; each account needs two requests. */
export const steamLimits: ProviderLimits = {
  spacingMs: 1,
  windows: [
    { name: 'burst', points: 200, seconds: 300, perResource: false },
    { name: 'day', points: 100_000, seconds: 86_400, perResource: false },
  ],
  connections: 4,
  backoffMs: minuteMs,
};

/** Returns limits that allow more requests. */
export const times = (factor: number, limits: ProviderLimits): ProviderLimits => ({
  ...limits,
  spacingMs: Math.max(1, Math.floor(limits.spacingMs / factor)),
  windows: limits.windows.map((window) => ({ ...window, points: Math.floor(window.points * factor) })),
  connections: Math.floor(limits.connections * factor),
});
