import type { Admin, Kafka, Message, Producer, RecordMetadata, TopicMessages } from 'kafkajs';
import type { BusRecord, Positions, PublishOutcome } from '../bus.ts';
import { BusLostContentError, lineOf, RecordHeldBackError, RecordRefusedError } from '../delivery/publish-in-order.ts';
import { Connection, kafkajs, requestTimeoutMs, retry } from './client.ts';
import { fetchStored, isSetBack } from './topics.ts';

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
 * Publishes records to Kafka through an idempotent producer with one request in flight. After a failure the producer is
 * replaced, because kafkajs resets its sequence numbers even for partitions that stored the batch, and the broker would
 * then drop new records as duplicates.
 */
export class Publisher {
  readonly #producer: Connection<Producer>;
  readonly #admin: Connection<Admin>;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(kafka: () => Kafka, admin: Connection<Admin>) {
    this.#admin = admin;
    this.#producer = new Connection(() =>
      kafka().producer({
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

  /**
   * @returns an outcome for each record; rejects when Kafka as a whole is at fault
   * @throws BusLostContentError
   */
  send(records: readonly BusRecord[], positions: Positions): Promise<PublishOutcome[]> {
    const sending = this.#queue.then(async () => {
      const refused = new Map<BusRecord, Error>();
      await this.#sendOrSplit(records, refused, positions);
      return records.map((record) => refused.get(record));
    });
    this.#queue = sending.catch(() => undefined);
    return sending;
  }

  /** Returns null while the topics store the acknowledged records, else what is missing. */
  async lost(positions: Positions): Promise<string | null> {
    const topics = Map.groupBy(positions, ([name]) => name.slice(0, name.lastIndexOf(':')));
    if (topics.size === 0) return null;
    return this.#admin.useAgain(async (admin) => {
      const present = await admin.listTopics();
      const missing = async (topic: string, ofTopic: readonly [string, string][]) => {
        if (!present.includes(topic)) return `There is no topic ${topic}`;
        const known = ofTopic.map(([name, position]) => [name, parse(position)] as const);
        const stored = await fetchStored(admin, topic, Math.max(...known.map(([, { ms }]) => ms)));
        const lost = known.find(([name, { offset }]) => {
          const partition = stored.get(Number(name.slice(topic.length + 1)));
          return !partition || isSetBack(offset + 1n, partition);
        });
        return lost ? `${lost[0]} does not hold what was published last` : null;
      };
      const reasons = await Promise.all([...topics].map(([topic, ofTopic]) => missing(topic, ofTopic)));
      return reasons.find((reason) => reason !== null) ?? null;
    });
  }

  close(): Promise<void> {
    return this.#producer.close();
  }

  /** Kafka refuses a batch as a whole; halving it finds the refused records. */
  async #sendOrSplit(batch: readonly BusRecord[], refused: Map<BusRecord, Error>, positions: Positions): Promise<void> {
    const failedLines = new Set([...refused.keys()].map(lineOf));
    const records = batch.filter((record) => {
      const held = failedLines.has(lineOf(record));
      if (held) refused.set(record, new RecordHeldBackError());
      return !held;
    });
    if (records.length === 0) return;
    try {
      await this.#sendBatch(records, positions);
    } catch (error) {
      const refusal = refusalOf(error);
      if (!refusal) throw error;
      if (records.length === 1) {
        for (const record of records) refused.set(record, new RecordRefusedError(refusal.message, { cause: error }));
      } else if (refusal.type === noSuchTopic) {
        const present = new Set(await this.#admin.useAgain((admin) => admin.listTopics()));
        const sendable = records.filter(({ topic }) => present.has(topic));
        // The topic has been created in the meantime, so the caller retries.
        if (sendable.length === records.length) throw refusal;
        for (const record of records) {
          if (!present.has(record.topic)) refused.set(record, new RecordRefusedError(`No topic ${record.topic}`));
        }
        await this.#sendOrSplit(sendable, refused, positions);
      } else {
        const middle = Math.ceil(records.length / 2);
        await this.#sendOrSplit(records.slice(0, middle), refused, positions);
        await this.#sendOrSplit(records.slice(middle), refused, positions);
      }
    }
  }

  /** @throws unless Kafka has stored all records */
  async #sendBatch(records: readonly BusRecord[], positions: Positions): Promise<void> {
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
