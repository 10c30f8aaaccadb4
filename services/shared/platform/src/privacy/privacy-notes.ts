import { topics } from '@nightshelf/contracts/events/topics.ts';
import type { Privacy } from '@nightshelf/contracts/users.ts';
import type { RedisClient } from '../redis/client.ts';
import { tryRedis } from '../redis/try-redis.ts';

/** A user's privacy, with the version of the user that has it. */
export interface PrivacyNote {
  readonly privacy: Privacy;
  readonly version: number;
}

/** For as long as the event may be under way, in seconds. */
const keptSeconds = topics['auth.users'].retentionMs / 1000;

/** An older note never replaces a newer one, in whatever order they arrive. */
const noteScript = `
local kept = redis.call('hget', KEYS[1], 'version')
if kept and tonumber(kept) > tonumber(ARGV[1]) then return end
redis.call('hset', KEYS[1], 'version', ARGV[1], 'privacy', ARGV[2])
redis.call('expire', KEYS[1], ARGV[3])`;

/** An id may be written in either case. */
const keyOf = (userId: string) => `privacy:${userId.toLowerCase()}`;

/**
 * Users' privacy in Redis: auth notes it with each change, and social hides a library by it whose event is still under
 * way. Only ever hides: what Redis has lost, or says wrongly, shows nothing that social's own copy would not.
 */
export class PrivacyNotes {
  readonly #redis: RedisClient;

  constructor(redis: RedisClient) {
    this.#redis = redis;
  }

  /** @returns whether it is noted; false when Redis is away, full or slow */
  async note(userId: string, { version, privacy }: PrivacyNote): Promise<boolean> {
    const noting = async () => {
      await this.#redis.eval(noteScript, 1, keyOf(userId), version, privacy, keptSeconds);
      return true;
    };
    return (await tryRedis(this.#redis, noting)) ?? false;
  }

  /** For a user who was deleted. @throws when Redis is away */
  async forget(userId: string): Promise<void> {
    await this.#redis.del(keyOf(userId));
  }

  /** @returns null when there is none, and when Redis is away or slow */
  async find(userId: string): Promise<PrivacyNote | null> {
    const found = await tryRedis(this.#redis, () => this.#redis.hmget(keyOf(userId), 'version', 'privacy'));
    const [version, privacy] = found ?? [];
    if (!version || !privacy) return null;
    return { version: Number(version), privacy: privacy as Privacy };
  }
}
