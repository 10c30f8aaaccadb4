import { randomUUID } from 'node:crypto';
import { type RedisClient, tryRedis } from '@nightshelf/platform/redis/client.ts';
import { FairSemaphore } from '@nightshelf/platform/semaphore/fair-semaphore.ts';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { ProviderFault } from '../provider-fault.ts';
import { type Asker, nameOf } from './asker.ts';
import type { ProviderLimits, RequestWindow } from './limits.ts';
import { limitReached, Patience } from './patience.ts';
import { SharedWindow } from './shared-window.ts';

/** Lease after which a request of a dead process no longer counts. */
const leaseMs = 40_000;

const take = `
  redis.call('zremrangebyscore', KEYS[1], '-inf', ARGV[1])
  if redis.call('zcard', KEYS[1]) >= tonumber(ARGV[3]) then return 0 end
  redis.call('zadd', KEYS[1], ARGV[2], ARGV[4])
  redis.call('pexpire', KEYS[1], ${leaseMs})
  return 1`;

/** Limits the requests in flight over all replicas; one at a time while Redis is down. */
class OpenRequests {
  readonly #redis: RedisClient;
  readonly #key: string;
  readonly #limit: number;
  #openWithoutRedis = 0;

  constructor(redis: RedisClient, key: string, limit: number) {
    this.#redis = redis;
    this.#key = key;
    this.#limit = limit;
  }

  /**
   * @param pause called while all places are taken; throws after the longest wait
   * @returns a function that releases the place
   */
  async take(pause: () => Promise<void>): Promise<() => Promise<void>> {
    const lease = randomUUID();
    for (;;) {
      const now = Date.now();
      const taken = await tryRedis(this.#redis, () =>
        this.#redis.eval(take, 1, this.#key, now, now + leaseMs, this.#limit, lease),
      );
      if (taken === 1) {
        return async () => {
          await tryRedis(this.#redis, () => this.#redis.zrem(this.#key, lease));
        };
      }
      if (taken === undefined && this.#openWithoutRedis === 0) {
        this.#openWithoutRedis += 1;
        return async () => {
          this.#openWithoutRedis -= 1;
        };
      }
      await pause();
    }
  }
}

/** Without Redis a process divides the limit by this, since other replicas may be asking too. */
const shareWithoutRedis = 4;

/** A provider's window, counted over all replicas; a process without Redis uses only a fraction of it. */
class CountedWindow {
  readonly #perResource: boolean;
  readonly #limiter: RateLimiterRedis;

  constructor(redis: RedisClient, provider: string, { name, points, seconds, perResource }: RequestWindow) {
    const keyPrefix = `catalog:limit:${provider}:${name}`;
    const pointsWithoutRedis = Math.max(1, Math.floor(points / shareWithoutRedis));
    const duration = points === 1 ? seconds * shareWithoutRedis : seconds;
    this.#perResource = perResource;
    this.#limiter = new RateLimiterRedis({
      storeClient: redis,
      keyPrefix,
      points,
      duration: seconds,
      rejectIfRedisNotReady: true,
      insuranceLimiter: new RateLimiterMemory({ keyPrefix, points: pointsWithoutRedis, duration }),
    });
  }

  /** @throws ProviderFault when the window allows no further request in time */
  async take(resource: string, patience: Patience): Promise<void> {
    for (;;) {
      try {
        await this.#limiter.consume(this.#perResource ? resource : 'all');
        return;
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        await patience.wait(Math.max(refusal.msBeforeNext, 20));
      }
    }
  }
}

/** Most waiting requests per process and kind, and per caller. */
const waiting = 500;
const waitingOfOne = 8;

/**
 * Lets one request wait for the provider's limit at a time; the others take turns by kind, then by caller. Requested
 * games arrive already ordered by user.
 */
class Turns {
  readonly #semaphore = new FairSemaphore({
    atOnce: 1,
    waiting,
    waitingOfOne,
    refusal: () => limitReached(null),
    groupOf: (key) => key.slice(0, key.indexOf(':')),
  });

  /**
   * @param asker null for shared requests
   * @throws ProviderFault after the longest wait, or when too many requests wait
   */
  async run<Result>(asker: Asker | null, patience: Patience, work: () => Promise<Result>): Promise<Result> {
    const signal = AbortSignal.timeout(patience.leftMs);
    try {
      return await this.#semaphore.run(lineOf(asker), work, signal);
    } catch (error) {
      throw error === signal.reason ? limitReached(null) : error;
    }
  }
}

function lineOf(asker: Asker | null): string {
  if (!asker) return 'all:';
  return asker.kind === 'request' ? 'request:' : `${asker.kind}:${nameOf(asker)}`;
}

/** A pause in which no replica asks the provider. Kept in Redis, and in memory for when Redis is down. */
class Backoff {
  readonly #redis: RedisClient;
  readonly #key: string;
  readonly #usualMs: number;
  #untilMs = 0;

  constructor(redis: RedisClient, key: string, usualMs: number) {
    this.#redis = redis;
    this.#key = key;
    this.#usualMs = usualMs;
  }

  async remainingMs(): Promise<number> {
    const shared = (await tryRedis(this.#redis, () => this.#redis.pttl(this.#key))) ?? 0;
    return Math.max(shared, this.#untilMs - Date.now(), 0);
  }

  /** @param givenMs the provider's Retry-After; null for the default */
  async start(givenMs: number | null): Promise<void> {
    const ms = givenMs ?? this.#usualMs;
    this.#untilMs = Date.now() + ms;
    await tryRedis(this.#redis, () => this.#redis.set(this.#key, '1', 'PX', ms));
  }
}

/** Longest wait of a request for the limit. */
const patienceMs = 5000;

/**
 * Keeps all replicas within the provider's limit, and each caller within a share of it. Waiting requests take turns by
 * kind of caller, then by caller.
 */
export class RequestLimiter {
  readonly #windows: readonly CountedWindow[];
  readonly #shares: readonly SharedWindow[];
  readonly #turns = new Turns();
  readonly #open: OpenRequests | null;
  readonly #backoff: Backoff;

  constructor(redis: RedisClient, provider: string, { windows, open, backoffMs }: ProviderLimits) {
    this.#windows = windows.map((window) => new CountedWindow(redis, provider, window));
    // A window of one request cannot be shared, except by turns.
    const shared = windows.filter(({ points }) => points > 1);
    this.#shares = shared.map((window) => new SharedWindow(redis, provider, window));
    this.#open = open === null ? null : new OpenRequests(redis, `catalog:open:${provider}`, open);
    this.#backoff = new Backoff(redis, `catalog:backoff:${provider}`, backoffMs);
  }

  /**
   * Waits until the limit allows a request, then acts. After 'too many requests' all replicas pause.
   * @param asker whose share it uses; null for shared requests such as tokens
   * @throws ProviderFault `limit-reached` or `share-used` when the wait would be too long, and whatever `act` throws
   */
  async run<Result>(resource: string, asker: Asker | null, act: () => Promise<Result>): Promise<Result> {
    const patience = new Patience(patienceMs);
    await patience.wait(await this.#backoff.remainingMs());
    const release = await this.#enter(resource, asker, patience);
    try {
      return await act();
    } catch (error) {
      if (error instanceof ProviderFault && error.kind === 'too-many-requests')
        await this.#backoff.start(error.retryAfterMs);
      throw error;
    } finally {
      await release?.();
    }
  }

  /** Returns the function that releases the place among open requests, if these are limited. */
  async #enter(resource: string, asker: Asker | null, patience: Patience): Promise<(() => Promise<void>) | undefined> {
    const taken: (() => Promise<void>)[] = [];
    try {
      if (asker) for (const window of this.#shares) taken.push(await window.take(resource, asker, patience));
      return await this.#turns.run(asker, patience, async () => {
        const release = await this.#open?.take(() => patience.wait(100));
        try {
          for (const window of this.#windows) await window.take(resource, patience);
          return release;
        } catch (error) {
          await release?.();
          throw error;
        }
      });
    } catch (error) {
      await Promise.all(taken.map((giveBack) => giveBack()));
      throw error;
    }
  }
}
