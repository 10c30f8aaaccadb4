import type { RedisClient } from '@nightshelf/platform/redis/client.ts';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { RequestWindow } from './limits.ts';
import type { Patience } from './patience.ts';

/** Without Redis a process divides the limit by this, since other replicas may be asking too. */
const shareWithoutRedis = 4;

/** A provider's window, counted over all replicas; a process without Redis uses only a fraction of it. */
export class CountedWindow {
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
