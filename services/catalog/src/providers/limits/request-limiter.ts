import { setTimeout as delay } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { ProviderFault } from '../provider-fault.ts';
import { Backoff } from './backoff.ts';
import type { ProviderLimits } from './limits.ts';
import { OpenRequests } from './open-requests.ts';

/** Longest that a request waits for the limit, in milliseconds, before it is refused. */
const patienceMs = 2500;

/** Without Redis a process takes this fraction of a limit only, since other replicas may be asking the provider too. */
const shareWithoutRedis = 4;

interface Window {
  readonly perResource: boolean;
  readonly limiter: RateLimiterRedis;
}

/** Keeps all replicas together within the provider's limit; a process without Redis within a fraction of it. */
export class RequestLimiter {
  readonly #windows: readonly Window[];
  readonly #open: OpenRequests | null;
  readonly #backoff: Backoff;

  constructor(redis: Redis, provider: string, limits: ProviderLimits) {
    this.#windows = limits.windows.map(({ name, points, seconds, perResource }) => {
      const keyPrefix = `catalog:limit:${provider}:${name}`;
      const pointsWithoutRedis = Math.max(1, Math.floor(points / shareWithoutRedis));
      const duration = points === 1 ? seconds * shareWithoutRedis : seconds;
      const insuranceLimiter = new RateLimiterMemory({ keyPrefix, points: pointsWithoutRedis, duration });
      return {
        perResource,
        limiter: new RateLimiterRedis({
          storeClient: redis,
          keyPrefix,
          points,
          duration: seconds,
          rejectIfRedisNotReady: true,
          insuranceLimiter,
        }),
      };
    });
    this.#open = limits.open === null ? null : new OpenRequests(redis, `catalog:open:${provider}`, limits.open);
    this.#backoff = new Backoff(redis, `catalog:backoff:${provider}`, limits.backoffMs);
  }

  /**
   * Waits until the limit allows a request, then acts. After 'too many requests' all replicas pause for a while.
   * @throws ProviderFault `limit-reached` when that would take too long, and whatever `act` throws
   */
  async run<Result>(resource: string, act: () => Promise<Result>): Promise<Result> {
    const patience = { leftMs: patienceMs };
    await wait(await this.#backoff.remainingMs(), patience);
    const release = await this.#open?.take(() => wait(100, patience));
    try {
      for (const window of this.#windows) await consume(window, resource, patience);
      return await act();
    } catch (error) {
      if (error instanceof ProviderFault && error.kind === 'too-many-requests')
        await this.#backoff.start(error.retryAfterMs);
      throw error;
    } finally {
      await release?.();
    }
  }
}

async function consume({ limiter, perResource }: Window, resource: string, patience: { leftMs: number }) {
  for (;;) {
    try {
      await limiter.consume(perResource ? resource : 'all');
      return;
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      await wait(Math.max(refusal.msBeforeNext, 20), patience);
    }
  }
}

async function wait(ms: number, patience: { leftMs: number }): Promise<void> {
  if (ms <= 0) return;
  if (ms > patience.leftMs) throw new ProviderFault('limit-reached', "the provider's request limit is reached", ms);
  patience.leftMs -= ms;
  await delay(ms);
}
