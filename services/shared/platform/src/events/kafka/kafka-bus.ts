import type { TopicSettings } from '@nightshelf/contracts/events/topics.ts';
import type { Admin, Kafka, Message, Producer, RecordMetadata, TopicMessages } from 'kafkajs';
import type { BusConsumer, BusRecord, ConsumeOptions, EventBus, Positions, PublishOutcome } from '../bus.ts';
import {
  BatchRefusedError,
  BusLostContentError,
  publishInOrder,
  RecordRefusedError,
} from '../delivery/publish-in-order.ts';
import { Connection, type KafkaClientOptions, kafkaClients, kafkajs, requestTimeoutMs, retry } from './client.ts';
import { KafkaConsumer } from './consumer.ts';
import { ensureTopics, fetchStored, isSetBack } from './topics.ts';

const noSuchTopic = 'UNKNOWN_TOPIC_OR_PARTITION';

/** Errors of a broker that works but refuses a record. */
const refusals = new Set([
  noSuchTopic,
  'MESSAGE_TOO_LARGE',
  'RECORD_LIST_TOO_LARGE',
  'INVALID_RECORD',
  'CORRUPT_MESSAGE',
  'INVALID_TIMESTAMP',
  'INVALID_TOPIC_EXCEPTION',
  'TOPIC_AUTHORIZATION_FAILED',
  'POLICY_VIOLATION',
]);

const ackTimeoutMs = requestTimeoutMs - 500;

/**
 * The bus on Kafka. Connects on first use. Publishes through an idempotent producer with one request in flight. After a
 * failure the producer is replaced, because kafkajs resets its sequence numbers even for partitions that stored the
 * batch, and the broker would then drop new records as duplicates.
 */
export class KafkaBus implements EventBus {
  readonly name = 'kafka';
  readonly #logger: KafkaClientOptions['logger'];
  readonly #kafka: () => Kafka;
  readonly #admin: Connection<Admin>;
  readonly #producer: Connection<Producer>;
  readonly #consumers = new Set<BusConsumer>();
  #publishing: Promise<unknown> = Promise.resolve();

  constructor(options: KafkaClientOptions) {
    this.#logger = options.logger;
    this.#kafka = kafkaClients(options);
    this.#admin = new Connection(() => this.#kafka().admin());
    this.#producer = new Connection(() =>
      this.#kafka().producer({
        idempotent: true,
        maxInFlightRequests: 1,
        allowAutoTopicCreation: false,
        createPartitioner: () => {
          const choose = kafkajs().Partitioners.DefaultPartitioner();
          return (args) => {
            args.message.partition = choose(args);
            return args.message.partition;
          };
        },
        retry,
      }),
    );
  }

  ensureTopics(topics: Readonly<Record<string, TopicSettings>>): Promise<void> {
    return this.#admin.useAgain((admin) => ensureTopics(admin, topics));
  }

  async publish(records: readonly BusRecord[], positions: Positions = new Map()): Promise<readonly PublishOutcome[]> {
    const publishing = this.#publishing.then(() => publishInOrder(records, (batch) => this.#send(batch, positions)));
    this.#publishing = publishing.catch(() => undefined);
    const outcomes = await publishing;
    const lost = outcomes.find((outcome) => outcome instanceof BusLostContentError);
    return lost ? outcomes.map(() => lost) : outcomes;
  }

  async lost(positions: Positions): Promise<string | null> {
    const topics = Map.groupBy(positions, ([name]) => name.slice(0, name.lastIndexOf(':')));
    if (topics.size === 0) return null;
    return this.#admin.useAgain(async (admin) => {
      const present = await admin.listTopics();
      const missing = async (topic: string, ofTopic: readonly [string, string][]) => {
        if (!present.includes(topic)) return `There is no topic ${topic}`;
        const known = ofTopic.map(([name, position]) => [name, parse(position)] as const);
        const stored = await fetchStored(admin, topic, Math.max(...known.map(([, { ms }]) => ms)));
        const lost = known.find(([name, { offset, ms }]) => {
          const partition = stored.get(Number(name.slice(topic.length + 1)));
          return !partition || isSetBack(offset + 1n, ms, partition);
        });
        return lost ? `${lost[0]} does not hold what was published last` : null;
      };
      const reasons = await Promise.all([...topics].map(([topic, ofTopic]) => missing(topic, ofTopic)));
      return reasons.find((reason) => reason !== null) ?? null;
    });
  }

  async consume(options: ConsumeOptions): Promise<BusConsumer> {
    const consumer = new KafkaConsumer({ ...options, kafka: this.#kafka, admin: this.#admin, logger: this.#logger });
    this.#consumers.add(consumer);
    return consumer;
  }

  async check(): Promise<string | null> {
    const { brokers } = await this.#admin.useAgain((admin) => admin.describeCluster());
    return brokers.length > 0 ? null : 'has no broker';
  }

  async close(): Promise<void> {
    await Promise.all([...this.#consumers].map((consumer) => consumer.stop()));
    await Promise.all([this.#producer.close(), this.#admin.close()]);
  }

  /** @throws BatchRefusedError, BusLostContentError, or why Kafka as a whole is at fault */
  async #send(records: readonly BusRecord[], positions: Positions): Promise<PublishOutcome[]> {
    try {
      await this.#sendBatch(records, positions);
      return records.map(() => undefined);
    } catch (error) {
      const refusal = refusalOf(error);
      if (!refusal) throw error;
      if (refusal.type !== noSuchTopic) throw new BatchRefusedError(refusal.message, { cause: error });
      const present = new Set(await this.#admin.useAgain((admin) => admin.listTopics()));
      const sendable = records.filter(({ topic }) => present.has(topic));
      // The topic has been created in the meantime, so the caller retries.
      if (sendable.length === records.length) throw refusal;
      const sent = new Map((await this.#send(sendable, positions)).map((outcome, at) => [sendable[at], outcome]));
      return records.map((record) =>
        present.has(record.topic) ? sent.get(record) : new RecordRefusedError(`No topic ${record.topic}`),
      );
    }
  }

  /** @throws unless Kafka has stored all records */
  async #sendBatch(records: readonly BusRecord[], positions: Positions): Promise<void> {
    if (records.length === 0) return;
    const topicMessages = [...Map.groupBy(records, ({ topic }) => topic)].map(([topic, ofTopic]) => ({
      topic,
      messages: ofTopic.map(({ key, value, headers }): Message => ({ key, value, headers: { ...headers } })),
    }));
    await this.#producer.use(async (producer) => {
      const stored = await producer.sendBatch({ acks: -1, timeout: ackTimeoutMs, topicMessages });
      advance(positions, countStored(topicMessages, stored), stored);
    });
  }
}

/**
 * kafkajs 2.2.4 sends each broker only one request per batch: on a retry it silently drops records for a broker that has
 * already responded.
 * @returns number of records per partition: `<topic>:<partition>`
 * @throws unless all records were sent to a partition
 */
function countStored(
  topicMessages: readonly TopicMessages[],
  stored: readonly RecordMetadata[],
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { topic, messages } of topicMessages) {
    for (const { partition } of messages) {
      counts.set(`${topic}:${partition}`, (counts.get(`${topic}:${partition}`) ?? 0) + 1);
    }
  }
  const responded = new Set(stored.map(({ topicName, partition }) => `${topicName}:${partition}`));
  const missing = [...counts.keys()].filter((name) => !responded.has(name));
  if (missing.length > 0) throw new Error(`Kafka has not responded for ${missing.join(', ')}`);
  return counts;
}

/**
 * A position is the offset of a partition's last acknowledged record and its time by the broker's clock. A position in
 * another notation counts as lost.
 */
function parse(position: string): { readonly offset: bigint; readonly ms: number } {
  const [, offset, ms] = /^(\d+) (\d+)$/.exec(position) ?? [];
  return { offset: BigInt(offset ?? Number.MAX_SAFE_INTEGER), ms: Number(ms ?? 0) };
}

/** @throws BusLostContentError when the records got offsets that were already taken */
function advance(positions: Positions, counts: ReadonlyMap<string, number>, stored: readonly RecordMetadata[]): void {
  for (const { topicName, partition, baseOffset, logAppendTime } of stored) {
    const base = BigInt(baseOffset ?? -1);
    if (base < 0n) continue;
    const name = `${topicName}:${partition}`;
    const before = parse(positions.get(name) ?? '');
    if (positions.has(name) && base <= before.offset) throw new BusLostContentError(`${name} was set back to ${base}`);
    // The broker's clock may have been set back.
    const ms = Math.max(before.ms, Number(logAppendTime ?? 0));
    positions.set(name, `${base + BigInt(counts.get(name) ?? 1) - 1n} ${ms}`);
  }
}

function refusalOf(error: unknown): (Error & { readonly type: string }) | undefined {
  for (let fault = error; fault instanceof Error; fault = fault.cause) {
    if ('type' in fault && refusals.has(String(fault.type))) return fault as Error & { type: string };
  }
  return undefined;
}
