import { topics } from '@nightshelf/contracts/events/topics.ts';
import type { Privacy } from '@nightshelf/contracts/users.ts';
import { type RedisClient, tryRedis } from '../redis/client.ts';

export interface PrivacyNote {
  readonly privacy: Privacy;
  readonly version: number;
}

/** As long as the event may be in flight. */
const keptSeconds = topics['auth.users'].retentionMs / 1000;

/** An older note never replaces a newer one, whatever the order of arrival. */
const noteScript = `
local kept = redis.call('hget', KEYS[1], 'version')
if kept and tonumber(kept) > tonumber(ARGV[1]) then return end
redis.call('hset', KEYS[1], 'version', ARGV[1], 'privacy', ARGV[2])
redis.call('expire', KEYS[1], ARGV[3])`;

/** An id may be in upper or lower case. */
const keyOf = (userId: string) => `privacy:${userId.toLowerCase()}`;

/**
 * Users' privacy settings in Redis: auth stores each change, and social hides a library by it until the event arrives.
 * It can only hide: missing or wrong data in Redis shows nothing that social's own copy would hide.
 */
export class PrivacyNotes {
  readonly #redis: RedisClient;

  constructor(redis: RedisClient) {
    this.#redis = redis;
  }

  /** @returns whether it was stored; false when Redis is unavailable, full or slow */
  async note(userId: string, { version, privacy }: PrivacyNote): Promise<boolean> {
    const noting = async () => {
      await this.#redis.eval(noteScript, 1, keyOf(userId), version, privacy, keptSeconds);
      return true;
    };
    return (await tryRedis(this.#redis, noting)) ?? false;
  }

  /**
   * Forgets a deleted user.
   * @throws when Redis is unavailable
   */
  async forget(userId: string): Promise<void> {
    await this.#redis.del(keyOf(userId));
  }

  /** @returns null when there is none, or Redis is unavailable or slow */
  async find(userId: string): Promise<PrivacyNote | null> {
    const found = await tryRedis(this.#redis, () => this.#redis.hmget(keyOf(userId), 'version', 'privacy'));
    const [version, privacy] = found ?? [];
    if (!version || !privacy) return null;
    return { version: Number(version), privacy: privacy as Privacy };
  }
}
