import type { RedisClient } from '@nightshelf/platform/redis/client.ts';
import { tryRedis } from '@nightshelf/platform/redis/try-redis.ts';

/** A pause in which no replica asks the provider. Kept in Redis, and in memory for when Redis is down. */
export class Backoff {
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
