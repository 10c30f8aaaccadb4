import type { TopicSettings } from '@nightshelf/contracts';
import type { Redis } from 'ioredis';
import type { Keys } from './keys.ts';
import { trimScript } from './scripts.ts';

/** The settings of the topics, as Redis has them. */
export class TopicRegistry {
  readonly #redis: Redis;
  readonly #keys: Keys;
  readonly #known = new Map<string, TopicSettings>();

  constructor(redis: Redis, keys: Keys) {
    this.#redis = redis;
    this.#keys = keys;
  }

  /** Creates what is missing; existing topics keep their partitions, get the retention, and drop what is older. */
  async ensure(topics: Readonly<Record<string, TopicSettings>>): Promise<void> {
    await Promise.all(Object.entries(topics).map(([topic, wanted]) => this.#ensureOne(topic, wanted)));
  }

  /** @returns undefined when there is no such topic */
  async find(topic: string): Promise<TopicSettings | undefined> {
    const known = this.#known.get(topic);
    if (known) return known;
    const stored = await this.#redis.hget(this.#keys.topics, topic);
    if (stored === null) return undefined;
    const settings: TopicSettings = JSON.parse(stored);
    this.#known.set(topic, settings);
    return settings;
  }

  async #ensureOne(topic: string, wanted: TopicSettings): Promise<void> {
    const { partitions, retentionMs } = wanted;
    await this.#redis.hsetnx(this.#keys.topics, topic, JSON.stringify({ partitions, retentionMs }));
    const stored = await this.#redis.hget(this.#keys.topics, topic);
    const existing: TopicSettings = stored === null ? wanted : JSON.parse(stored);
    const settings = { partitions: existing.partitions, retentionMs };
    if (existing.retentionMs !== retentionMs) {
      await this.#redis.hset(this.#keys.topics, topic, JSON.stringify(settings));
    }
    this.#known.set(topic, settings);
    const streams = Array.from({ length: settings.partitions }, (_, partition) => this.#keys.stream(topic, partition));
    await this.#redis.eval(trimScript, streams.length, ...streams, retentionMs);
  }
}
