import { randomUUID } from 'node:crypto';
import type { RedisClient } from '@nightshelf/platform/redis/client.ts';
import { tryRedis } from '@nightshelf/platform/redis/try-redis.ts';

/** Lease after which a request of a dead process no longer counts. */
const leaseMs = 40_000;

const take = `
  redis.call('zremrangebyscore', KEYS[1], '-inf', ARGV[1])
  if redis.call('zcard', KEYS[1]) >= tonumber(ARGV[3]) then return 0 end
  redis.call('zadd', KEYS[1], ARGV[2], ARGV[4])
  redis.call('pexpire', KEYS[1], ${leaseMs})
  return 1`;

/** Limits the requests in flight over all replicas; one at a time while Redis is down. */
export class OpenRequests {
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
