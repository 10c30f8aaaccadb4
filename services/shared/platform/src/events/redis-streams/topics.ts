import { crc32 } from 'node:zlib';
import type { TopicSettings } from '@nightshelf/contracts/events/topics.ts';
import type { RedisClient } from '../../redis/client.ts';
import { trimScript } from './scripts.ts';

/** The partition of a key; the same in every process and version. */
export const partitionOf = (key: string, partitions: number) => crc32(key) % partitions;

/** The topics as Redis has them: a hash with their settings, and a stream for each partition. */
export class Topics {
  readonly #redis: RedisClient;
  readonly #prefix: string;
  readonly #known = new Map<string, TopicSettings>();

  /** @param prefix of every key */
  constructor(redis: RedisClient, prefix: string) {
    this.#redis = redis;
    this.#prefix = prefix;
  }

  stream(topic: string, partition: number): string {
    return `${this.#prefix}stream:${topic}:${partition}`;
  }

  streams(topic: string, { partitions }: TopicSettings): string[] {
    return Array.from({ length: partitions }, (_, partition) => this.stream(topic, partition));
  }

  /** Creates what is missing; existing topics keep their partitions, get the retention, and drop what is older. */
  async ensure(topics: Readonly<Record<string, TopicSettings>>): Promise<void> {
    await Promise.all(Object.entries(topics).map(([topic, wanted]) => this.#ensureOne(topic, wanted)));
  }

  /** @returns undefined when there is no such topic */
  async find(topic: string): Promise<TopicSettings | undefined> {
    const known = this.#known.get(topic);
    if (known) return known;
    const stored = await this.#redis.hget(this.#hash, topic);
    if (stored === null) return undefined;
    const settings: TopicSettings = JSON.parse(stored);
    this.#known.set(topic, settings);
    return settings;
  }

  /** Writes again what is known of a topic, so that it is back with the first record after a flush. */
  async remember(topic: string): Promise<void> {
    const settings = this.#known.get(topic);
    if (settings) await this.#redis.hsetnx(this.#hash, topic, JSON.stringify(settings));
  }

  /** @returns as it is from now on, also where somebody else has written it first */
  async settle(topic: string): Promise<TopicSettings | undefined> {
    await this.remember(topic);
    this.#known.delete(topic);
    return this.find(topic);
  }

  get #hash(): string {
    return `${this.#prefix}topics`;
  }

  async #ensureOne(topic: string, { partitions, retentionMs }: TopicSettings): Promise<void> {
    // As many as before where Redis has forgotten it: consumers that run read those, and no others.
    const before = this.#known.get(topic)?.partitions ?? partitions;
    await this.#redis.hsetnx(this.#hash, topic, JSON.stringify({ partitions: before, retentionMs }));
    const stored = await this.#redis.hget(this.#hash, topic);
    const existing: TopicSettings = stored === null ? { partitions: before, retentionMs } : JSON.parse(stored);
    const settings = { partitions: existing.partitions, retentionMs };
    if (existing.retentionMs !== retentionMs) await this.#redis.hset(this.#hash, topic, JSON.stringify(settings));
    this.#known.set(topic, settings);
    const trims = this.streams(topic, settings).map((stream) => this.#redis.eval(trimScript, 1, stream, retentionMs));
    await Promise.all(trims);
  }
}
