import { randomUUID } from 'node:crypto';
import type { TopicSettings } from '@nightshelf/contracts/events/topics.ts';
import { Cluster } from 'ioredis';
import { redisAtFault } from '../../errors/dependency-faults.ts';
import type { Logger } from '../../logging/logger.ts';
import type { RedisClient } from '../../redis/client.ts';
import { checkRedis, connectRedis } from '../../redis/connect.ts';
import type { BusConsumer, BusRecord, ConsumeOptions, EventBus, Positions, PublishOutcome } from '../bus.ts';
import {
  BusLostContentError,
  publishInOrder,
  RecordHeldBackError,
  RecordRefusedError,
} from '../delivery/publish-in-order.ts';
import { blockMs, RedisStreamsConsumer, type StreamPartition } from './consumer.ts';
import { publishScript } from './scripts.ts';
import { partitionOf, streamOf, Topics } from './topics.ts';

function toOutcome(answer: string): PublishOutcome {
  if (answer === '') return undefined;
  if (redisAtFault.test(answer)) return new Error(answer);
  return answer === '-' ? new RecordHeldBackError() : new RecordRefusedError(answer);
}

export interface RedisStreamsOptions {
  readonly url: string;
  readonly clientId: string;
  readonly logger: Logger;
  /** Time after which another consumer takes over an entry that its consumer has not renewed. */
  readonly takeoverMs?: number;
}

/** Time without a response after which a connection counts as dead and is replaced. */
const commandLimitMs = 3000;

/** The bus on Redis 7 or newer, one stream for each partition of a topic. Connects on first use. */
export class RedisStreamsBus implements EventBus {
  readonly name = 'redis';
  readonly #options: RedisStreamsOptions;
  readonly #redis: RedisClient;
  readonly #topics: Topics;
  readonly #consumers = new Set<BusConsumer>();

  constructor(options: RedisStreamsOptions) {
    this.#options = options;
    this.#redis = this.#connect('commands', commandLimitMs);
    this.#topics = new Topics(this.#redis);
  }

  ensureTopics(topics: Readonly<Record<string, TopicSettings>>): Promise<void> {
    return this.#topics.ensure(topics);
  }

  publish(records: readonly BusRecord[], positions: Positions = new Map()): Promise<readonly PublishOutcome[]> {
    return publishInOrder(records, (chunk) => this.#send(chunk, positions));
  }

  async lost(positions: Positions): Promise<string | null> {
    const checks = Array.from(positions, async ([name, position]) => {
      try {
        await this.#append(name, position, []);
        return null;
      } catch (error) {
        if (error instanceof BusLostContentError) return error.message;
        throw error;
      }
    });
    return (await Promise.all(checks)).find((lost) => lost !== null) ?? null;
  }

  async consume({ topics, ...options }: ConsumeOptions): Promise<BusConsumer> {
    const streams: StreamPartition[] = [];
    for (const topic of topics) {
      const settings = await this.#topics.find(topic);
      if (!settings) throw new Error(`There is no topic ${topic}`);
      for (let partition = 0; partition < settings.partitions; partition += 1)
        streams.push({ topic, partition, stream: streamOf(topic, partition) });
    }
    const { clientId, logger, takeoverMs = 4000 } = this.#options;
    const consumer = new RedisStreamsConsumer({
      ...options,
      // Redis may have lost the topic, and this consumer reads only these partitions.
      onMissed: async (topic) => {
        await this.#topics.remember(topic);
        await options.onMissed?.(topic);
      },
      member: `${clientId}:${randomUUID()}`,
      // A cluster refuses keys of different slots in one command.
      shares: this.#redis instanceof Cluster ? streams.map((stream) => [stream]) : [streams],
      redis: this.#redis,
      openReader: () => this.#connect('reader', blockMs + 1500),
      takeoverMs,
      logger,
    });
    this.#consumers.add(consumer);
    return consumer;
  }

  check(): Promise<string | null> {
    return checkRedis(this.#redis);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#consumers].map((consumer) => consumer.stop()));
    this.#redis.disconnect();
  }

  /**
   * Appends the records to the streams of their partitions in one round trip.
   * @returns an outcome for each record; rejects when Redis is at fault
   * @throws BusLostContentError; some partitions may have stored their records nevertheless
   */
  async #send(records: readonly BusRecord[], positions: Positions): Promise<PublishOutcome[]> {
    const outcomes: PublishOutcome[] = records.map(() => undefined);
    // Once per topic: if the topic were created in between, it would accept records behind a refused one of the same
    // key.
    const found = new Map<string, TopicSettings | undefined>();
    for (const topic of new Set(records.map(({ topic }) => topic))) found.set(topic, await this.#topics.find(topic));
    const parts = Map.groupBy(records.entries(), ([, { topic, key }]) => {
      const settings = found.get(topic);
      return settings && `${topic}:${partitionOf(key, settings.partitions)}`;
    });
    const appending = [...parts].map(async ([name, part]) => {
      if (name === undefined) {
        for (const [index, { topic }] of part) outcomes[index] = new RecordRefusedError(`There is no topic ${topic}`);
        return;
      }
      const sent = part.map(([, record]) => record);
      const [answers, last] = await this.#append(name, positions.get(name) ?? '', sent);
      for (const [at, [index]] of part.entries()) outcomes[index] = toOutcome(answers[at] ?? 'no answer');
      if (last !== '') positions.set(name, last);
    });
    const remembering = [...found.keys()].map((topic) => this.#topics.remember(topic));
    const settled = await Promise.allSettled([...appending, ...remembering]);
    const faults = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    if (faults.length > 0) throw faults.find((fault) => fault instanceof BusLostContentError) ?? faults[0];
    return outcomes;
  }

  /**
   * Appends records to a partition after comparing its acknowledged position; without records, it only compares.
   * @param name `<topic>:<partition>`
   * @throws BusLostContentError
   */
  async #append(
    name: string,
    position: string,
    records: readonly BusRecord[],
  ): Promise<[outcomes: string[], last: string]> {
    const colon = name.lastIndexOf(':');
    const [topic, partition] = [name.slice(0, colon), Number(name.slice(colon + 1))];
    const settings = await this.#topics.find(topic);
    if (!settings) throw new BusLostContentError(`There is no topic ${topic} any more`);
    const args = records.flatMap(({ key, value, headers = {} }) => [key, value, JSON.stringify(headers)]);
    try {
      const stream = streamOf(topic, partition);
      const response = await this.#redis.eval(publishScript, 1, stream, position, settings.retentionMs, ...args);
      return response as [string[], string];
    } catch (error) {
      if (error instanceof Error && error.message.startsWith('LOST')) throw new BusLostContentError(error.message);
      throw error;
    }
  }

  /** @param silenceMs time without a response after which the connection counts as dead */
  #connect(purpose: 'commands' | 'reader', silenceMs: number): RedisClient {
    return connectRedis(this.#options.url, this.#options.logger, {
      lazyConnect: true,
      connectionName: `${this.#options.clientId}:bus:${purpose}`,
      // A blocking command must not delay other commands in the same pipeline.
      enableAutoPipelining: purpose === 'commands',
      silenceMs,
      // A read blocks longer than other commands may take. There may be many readers, and each learns from its own node
      // when its stream has moved.
      ...(purpose === 'reader' && { commandTimeout: silenceMs, slotsRefreshInterval: 0 }),
      retryStrategy: (attempt) => Math.min(50 * attempt, 500),
    });
  }
}
