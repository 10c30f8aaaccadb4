import type { RedisClient } from '@nightshelf/platform/redis/client.ts';
import { tryRedis } from '@nightshelf/platform/redis/try-redis.ts';

/** A time in which no replica asks the provider. Kept in Redis, and in this process for when Redis is away. */
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

  /** @param givenMs what the provider asked for; null for the usual time */
  async start(givenMs: number | null): Promise<void> {
    const ms = givenMs ?? this.#usualMs;
    this.#untilMs = Date.now() + ms;
    await tryRedis(this.#redis, () => this.#redis.set(this.#key, '1', 'PX', ms));
  }
}
