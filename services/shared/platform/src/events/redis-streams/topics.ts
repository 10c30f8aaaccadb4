import { crc32 } from 'node:zlib';
import type { TopicSettings } from '@nightshelf/contracts/events/topics.ts';
import type { RedisClient } from '../../redis/client.ts';
import { trimScript } from './scripts.ts';

/** Returns the partition of a key, which must stay the same in every process and version. */
export const partitionOf = (key: string, partitions: number) => crc32(key) % partitions;

export const streamOf = (topic: string, partition: number) => `bus:stream:${topic}:${partition}`;

/** Key of the hash with the topics' settings as JSON. */
const topicsKey = 'bus:topics';

/** The topics in Redis: a hash with their settings, and a stream for each partition. */
export class Topics {
  readonly #redis: RedisClient;
  readonly #known = new Map<string, TopicSettings>();

  constructor(redis: RedisClient) {
    this.#redis = redis;
  }

  /** Creates missing topics; existing ones keep their partitions, get the retention, and drop older entries. */
  async ensure(topics: Readonly<Record<string, TopicSettings>>): Promise<void> {
    await Promise.all(Object.entries(topics).map(([topic, wanted]) => this.#ensureOne(topic, wanted)));
  }

  /** @returns undefined when the topic does not exist */
  async find(topic: string): Promise<TopicSettings | undefined> {
    const known = this.#known.get(topic);
    if (known) return known;
    const stored = await this.#redis.hget(topicsKey, topic);
    if (stored === null) return undefined;
    const settings: TopicSettings = JSON.parse(stored);
    this.#known.set(topic, settings);
    return settings;
  }

  /** Writes a topic's known settings again, so that it is back with the first record after a flush. */
  async remember(topic: string): Promise<void> {
    const settings = this.#known.get(topic);
    if (settings) await this.#redis.hsetnx(topicsKey, topic, JSON.stringify(settings));
  }

  async #ensureOne(topic: string, { partitions, retentionMs }: TopicSettings): Promise<void> {
    // After Redis lost the topic, keep its number of partitions, because running consumers read those only.
    const before = this.#known.get(topic)?.partitions ?? partitions;
    await this.#redis.hsetnx(topicsKey, topic, JSON.stringify({ partitions: before, retentionMs }));
    const stored = await this.#redis.hget(topicsKey, topic);
    const existing: TopicSettings = stored === null ? { partitions: before, retentionMs } : JSON.parse(stored);
    const settings = { partitions: existing.partitions, retentionMs };
    if (existing.retentionMs !== retentionMs) await this.#redis.hset(topicsKey, topic, JSON.stringify(settings));
    this.#known.set(topic, settings);
    const trims = Array.from({ length: settings.partitions }, (_, partition) =>
      this.#redis.eval(trimScript, 1, streamOf(topic, partition), retentionMs),
    );
    await Promise.all(trims);
  }
}
