import { randomUUID } from 'node:crypto';
import type { TopicSettings } from '@nightshelf/contracts';
import type { Redis } from 'ioredis';
import type { Logger } from '../../logging/logger.ts';
import { checkRedis, connectRedis } from '../../redis/connect.ts';
import type { BusConsumer, BusRecord, ConsumeOptions, Delivery, EventBus, PublishOutcome } from '../bus.ts';
import type { Marks } from '../delivery/marks.ts';
import { publishInOrder } from '../delivery/publish-in-order.ts';
import { RedisStreamsConsumer } from './consumer.ts';
import { type RawEntry, toDelivery } from './entry.ts';
import { Keys } from './keys.ts';
import { Publisher } from './publisher.ts';
import { readLimitMs } from './stream-reader.ts';
import { TopicRegistry } from './topic-registry.ts';

export interface RedisStreamsOptions {
  readonly url: string;
  readonly clientId: string;
  readonly logger: Logger;
  /** Before every key; lets several buses share a Redis. */
  readonly keyPrefix?: string;
  /** Milliseconds after which the partitions of a consumer that has died pass to others. */
  readonly leaseMs?: number;
}

const pageSize = 500;
/** Milliseconds without an answer after which a connection is dead, and another is made. */
const commandLimitMs = 3000;

/** The bus on Redis 7 or newer, one stream for each partition of a topic. Connects on first use. */
export class RedisStreamsBus implements EventBus {
  readonly name = 'redis';
  readonly #options: RedisStreamsOptions;
  readonly #keys: Keys;
  readonly #redis: Redis;
  readonly #topics: TopicRegistry;
  readonly #publisher: Publisher;
  readonly #consumers = new Set<BusConsumer>();

  constructor(options: RedisStreamsOptions) {
    this.#options = options;
    this.#keys = new Keys(options.keyPrefix ?? 'bus:');
    this.#redis = this.#connect('commands');
    this.#topics = new TopicRegistry(this.#redis, this.#keys);
    this.#publisher = new Publisher(this.#redis, this.#keys, this.#topics);
  }

  ensureTopics(topics: Readonly<Record<string, TopicSettings>>): Promise<void> {
    return this.#topics.ensure(topics);
  }

  publish(records: readonly BusRecord[], marks?: Marks): Promise<readonly PublishOutcome[]> {
    return publishInOrder(records, (chunk) => this.#publisher.send(chunk, marks));
  }

  lost(marks: Marks): Promise<string | null> {
    return this.#publisher.lost(marks);
  }

  async consume(options: ConsumeOptions): Promise<BusConsumer> {
    const topics = new Map<string, number>();
    for (const topic of options.topics) {
      const settings = await this.#topics.find(topic);
      if (!settings) throw new Error(`There is no topic ${topic}`);
      topics.set(topic, settings.partitions);
    }
    const { clientId, logger, leaseMs = 3000 } = this.#options;
    const consumer = new RedisStreamsConsumer({
      member: `${clientId}:${randomUUID()}`,
      group: options.group,
      handle: options.handle,
      countKnown: options.countKnown,
      onGap: options.onGap,
      topics,
      keys: this.#keys,
      redis: this.#redis,
      reader: this.#connect('reader'),
      leaseMs,
      logger,
    });
    this.#consumers.add(consumer);
    return consumer;
  }

  async *read(topic: string): AsyncIterable<Delivery> {
    const settings = await this.#topics.find(topic);
    for (let partition = 0; partition < (settings?.partitions ?? 0); partition += 1) {
      const stream = this.#keys.stream(topic, partition);
      // What is there now, lest a busy topic never ends.
      const newest = (await this.#redis.xrevrange(stream, '+', '-', 'COUNT', 1))[0]?.[0];
      let from = '-';
      while (newest !== undefined) {
        const page: readonly RawEntry[] = await this.#redis.xrange(stream, from, newest, 'COUNT', pageSize);
        for (const entry of page) yield toDelivery(topic, partition, entry);
        const last = page.at(-1);
        if (!last || page.length < pageSize) break;
        from = `(${last[0]}`;
      }
    }
  }

  check(): Promise<string | null> {
    return checkRedis(this.#redis);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#consumers].map((consumer) => consumer.stop()));
    this.#redis.disconnect();
  }

  #connect(purpose: 'commands' | 'reader'): Redis {
    return connectRedis(this.#options.url, this.#options.logger, {
      lazyConnect: true,
      connectionName: `${this.#options.clientId}:bus:${purpose}`,
      // A reader's command blocks the connection, and nothing may wait behind it.
      enableAutoPipelining: purpose === 'commands',
      silenceMs: purpose === 'commands' ? commandLimitMs : readLimitMs,
      retryStrategy: (attempt) => Math.min(50 * attempt, 500),
    });
  }
}
