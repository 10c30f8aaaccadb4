import { setTimeout as delay } from 'node:timers/promises';
import { type RedisClient, tryRedis } from '@nightshelf/platform/redis/client.ts';
import { FairSemaphore } from '@nightshelf/platform/semaphore/fair-semaphore.ts';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { Caller } from './caller.ts';
import type { ProviderLimits, RequestWindow } from './limits.ts';
import { ProviderFault } from './provider-fault.ts';

/** Longest wait of a request for all limits together. */
const longestWaitMs = 5000;

const limitReached = (ms: number | null) =>
  new ProviderFault('limit-reached', "the provider's request limit is reached", ms);
const shareUsed = (ms: number | null) =>
  new ProviderFault('share-used', "your share of the provider's request limit is used up", ms);

/** The remaining time that a request may wait. */
class Deadline {
  readonly #endsAtMs = performance.now() + longestWaitMs;

  get leftMs(): number {
    return Math.max(0, Math.ceil(this.#endsAtMs - performance.now()));
  }

  /** @throws ProviderFault immediately when the wait would exceed the remaining time */
  async wait(ms: number, fault = limitReached): Promise<void> {
    if (ms > this.leftMs) throw fault(ms);
    if (ms > 0) await delay(ms);
  }
}

/** Consumes a point, waiting for the next window if the deadline allows. */
async function take(limiter: RateLimiterAbstract, key: string, deadline: Deadline, fault = limitReached) {
  for (;;) {
    try {
      await limiter.consume(key);
      return;
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      await deadline.wait(Math.max(refusal.msBeforeNext, 20), fault);
    }
  }
}

/** Without Redis a process divides the limit by this, since other replicas may be asking too. */
const divisorWithoutRedis = 4;

/** Counts a window's requests over all replicas; a process without Redis uses only a fraction of them. */
function countedWindow(redis: RedisClient, provider: string, { name, points, seconds }: RequestWindow) {
  const keyPrefix = `catalog:limit:${provider}:${name}`;
  const insuranceLimiter = new RateLimiterMemory({
    keyPrefix,
    points: Math.max(1, Math.floor(points / divisorWithoutRedis)),
    duration: points === 1 ? seconds * divisorWithoutRedis : seconds,
  });
  return new RateLimiterRedis({
    storeClient: redis,
    keyPrefix,
    points,
    duration: seconds,
    rejectIfRedisNotReady: true,
    insuranceLimiter,
  });
}

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
};

type Share = keyof typeof fractions;

/** Returns the shares that a request uses, those of many callers first, so that refused callers leave no keys. */
function sharesOf(caller: Caller, withRequests: boolean): (readonly [share: Share, of: string])[] {
  if (caller.kind === 'request') return [['requests', 'all'] as const, ['request', caller.userId] as const];
  return [
    ...(withRequests ? [['people', 'all'] as const] : []),
    ...(caller.kind === 'visitor'
      ? [['visitors', 'all'] as const, ['visitor', caller.network] as const]
      : [['network', caller.network] as const, ['user', caller.userId] as const]),
  ];
}

/** Divides a window among callers, over all replicas. Does nothing while Redis is down. */
class SharedWindow {
  readonly #window: RequestWindow;
  readonly #limiters: Readonly<Record<Share, RateLimiterRedis>>;

  constructor(redis: RedisClient, provider: string, window: RequestWindow) {
    this.#window = window;
    const limiters = Object.entries(fractions).map(([share, fraction]) => {
      const limiter = new RateLimiterRedis({
        storeClient: redis,
        keyPrefix: `catalog:share:${provider}:${window.name}:${share}`,
        points: Math.max(1, Math.floor(window.points * fraction)),
        duration: window.seconds,
        rejectIfRedisNotReady: true,
      });
      return [share, limiter] as const;
    });
    this.#limiters = Object.fromEntries(limiters) as Record<Share, RateLimiterRedis>;
  }

  /** @returns functions that return the shares when no request was made */
  async take(resource: string, caller: Caller, deadline: Deadline): Promise<(() => Promise<unknown>)[]> {
    const { perResource, requestsIn } = this.#window;
    const taken: (() => Promise<unknown>)[] = [];
    try {
      for (const [share, of] of sharesOf(caller, !perResource || requestsIn === resource)) {
        const limiter = this.#limiters[share];
        const key = perResource ? `${resource}:${of}` : of;
        // Before taking, since the limiter also counts what it refuses.
        taken.push(() => limiter.reward(key).catch(() => undefined));
        await take(limiter, key, deadline, of === 'all' ? limitReached : shareUsed);
      }
      return taken;
    } catch (error) {
      await Promise.all(taken.map((giveBack) => giveBack()));
      if (error instanceof ProviderFault) throw error;
      return [];
    }
  }
}

const lineOf = (caller: Caller | null) => {
  if (!caller) return 'all:';
  if (caller.kind === 'request') return 'request:';
  return caller.kind === 'visitor' ? `visitor:${caller.network}` : `user:${caller.userId}`;
};

/** Shorter windows are not divided: taking turns is fair enough where the wait is short. */
const shortestSharedSeconds = 60;

/**
 * Keeps all replicas within the provider's limit, and each caller within a share of it. Waiting requests take turns by
 * kind of caller, then by caller; requested games arrive already ordered by user.
 */
export class RequestLimiter {
  readonly #redis: RedisClient;
  readonly #backoffKey: string;
  readonly #backoffMs: number;
  readonly #windows: readonly { readonly limiter: RateLimiterRedis; readonly perResource: boolean }[];
  readonly #shared: readonly SharedWindow[];
  readonly #turns = new FairSemaphore({
    atOnce: 1,
    waiting: 500,
    waitingOfOne: 8,
    refusal: () => limitReached(null),
    groupOf: (key) => key.slice(0, key.indexOf(':')),
  });
  /** The end of the current pause, for when Redis is down. */
  #pausedUntilMs = 0;

  constructor(redis: RedisClient, provider: string, { windows, backoffMs }: ProviderLimits) {
    this.#redis = redis;
    this.#backoffKey = `catalog:backoff:${provider}`;
    this.#backoffMs = backoffMs;
    this.#windows = windows.map((window) => ({
      limiter: countedWindow(redis, provider, window),
      perResource: window.perResource,
    }));
    const shared = windows.filter(({ seconds }) => seconds >= shortestSharedSeconds);
    this.#shared = shared.map((window) => new SharedWindow(redis, provider, window));
  }

  /**
   * Waits until the limit allows a request, then acts. After 'too many requests' all replicas pause.
   * @param caller whose share it uses; null for shared requests such as tokens
   * @throws ProviderFault `limit-reached` or `share-used` when the wait would be too long, and whatever `act` throws
   */
  async run<Result>(resource: string, caller: Caller | null, act: () => Promise<Result>): Promise<Result> {
    const deadline = new Deadline();
    const paused = (await tryRedis(this.#redis, () => this.#redis.pttl(this.#backoffKey))) ?? 0;
    await deadline.wait(Math.max(paused, this.#pausedUntilMs - Date.now()));
    await this.#enter(resource, caller, deadline);
    try {
      return await act();
    } catch (error) {
      if (error instanceof ProviderFault && error.kind === 'too-many-requests') await this.#pause(error.retryAfterMs);
      throw error;
    }
  }

  async #enter(resource: string, caller: Caller | null, deadline: Deadline): Promise<void> {
    const taken: (() => Promise<unknown>)[] = [];
    const signal = AbortSignal.timeout(deadline.leftMs);
    try {
      if (caller) for (const window of this.#shared) taken.push(...(await window.take(resource, caller, deadline)));
      const takeAll = async () => {
        for (const { limiter, perResource } of this.#windows)
          await take(limiter, perResource ? resource : 'all', deadline);
      };
      await this.#turns.run(lineOf(caller), takeAll, signal);
    } catch (error) {
      await Promise.all(taken.map((giveBack) => giveBack()));
      throw error === signal.reason ? limitReached(null) : error;
    }
  }

  async #pause(retryAfterMs: number | null): Promise<void> {
    const ms = retryAfterMs ?? this.#backoffMs;
    this.#pausedUntilMs = Date.now() + ms;
    await tryRedis(this.#redis, () => this.#redis.set(this.#backoffKey, '1', 'PX', ms));
  }
}
