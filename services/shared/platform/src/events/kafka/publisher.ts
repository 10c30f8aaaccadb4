import type { Admin, Kafka, Message, Producer, RecordMetadata } from 'kafkajs';
import type { Positions as AcknowledgedPositions, BusRecord, PublishOutcome } from '../bus.ts';
import { lineOf, RecordHeldBackError, RecordRefusedError } from '../delivery/publish-errors.ts';
import { Connection } from './connection.ts';
import { requestLimitMs, retry } from './kafka-client.ts';
import { loadKafkaJs } from './mended-kafkajs.ts';
import type { Positions } from './positions.ts';

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

const ackTimeoutMs = requestLimitMs - 500;

/**
 * Publishes records to Kafka through an idempotent producer with one request in flight. After a failure the producer is
 * replaced, because kafkajs resets its sequence numbers even for partitions that stored the batch, and the broker would
 * then drop new records as duplicates.
 */
export class Publisher {
  readonly #producer: Connection<Producer>;
  readonly #admin: Connection<Admin>;
  readonly #positions: Positions;
  readonly #partitions = new WeakMap<Message, number>();
  #queue: Promise<unknown> = Promise.resolve();

  constructor(kafka: () => Kafka, admin: Connection<Admin>, positions: Positions) {
    this.#admin = admin;
    this.#positions = positions;
    this.#producer = new Connection(() =>
      kafka().producer({
        idempotent: true,
        maxInFlightRequests: 1,
        allowAutoTopicCreation: false,
        createPartitioner: () => {
          const partitionOf = loadKafkaJs().Partitioners.DefaultPartitioner();
          return (args) => {
            const partition = partitionOf(args);
            this.#partitions.set(args.message, partition);
            return partition;
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
  send(records: readonly BusRecord[], acknowledged: AcknowledgedPositions = new Map()): Promise<PublishOutcome[]> {
    const sending = this.#queue.then(async () => {
      const refused = new Map<BusRecord, Error>();
      await this.#positions.compare([...new Set(records.map(({ topic }) => topic))], acknowledged);
      await this.#sendOrSplit(records, refused, acknowledged);
      return records.map((record) => refused.get(record));
    });
    this.#queue = sending.catch(() => undefined);
    return sending;
  }

  close(): Promise<void> {
    return this.#producer.close();
  }

  /** Kafka refuses a batch as a whole; halving it finds the refused records. */
  async #sendOrSplit(
    batch: readonly BusRecord[],
    refused: Map<BusRecord, Error>,
    acknowledged: AcknowledgedPositions,
  ): Promise<void> {
    const failedLines = new Set([...refused.keys()].map(lineOf));
    const records = batch.filter((record) => {
      const held = failedLines.has(lineOf(record));
      if (held) refused.set(record, new RecordHeldBackError());
      return !held;
    });
    if (records.length === 0) return;
    try {
      await this.#sendBatch(records, acknowledged);
    } catch (error) {
      const refusal = refusalOf(error);
      if (!refusal) throw error;
      if (records.length === 1) {
        for (const record of records) refused.set(record, new RecordRefusedError(refusal.message, { cause: error }));
      } else if (refusal.type === noSuchTopic) {
        await this.#sendWithoutMissingTopics(records, refused, refusal, acknowledged);
      } else {
        const middle = Math.ceil(records.length / 2);
        await this.#sendOrSplit(records.slice(0, middle), refused, acknowledged);
        await this.#sendOrSplit(records.slice(middle), refused, acknowledged);
      }
    }
  }

  async #sendBatch(records: readonly BusRecord[], acknowledged: AcknowledgedPositions): Promise<void> {
    const batch = toBatch(records);
    const sending = this.#producer.use(async (producer) => {
      const stored = await producer.sendBatch(batch);
      return { stored, counts: this.#countStored(batch, stored) };
    });
    const { stored, counts } = await sending.catch((error: unknown) => {
      // Whatever the fault, the topics may have been replaced by the time it is over.
      this.#positions.forget();
      throw error;
    });
    this.#positions.note(stored, counts, acknowledged);
  }

  /**
   * kafkajs 2.2.4 sends each broker only one request per batch: on a retry it silently drops records for a broker that
   * has already responded.
   * @returns number of records per partition: `<topic>:<partition>`
   * @throws unless all records were sent to a partition
   */
  #countStored({ topicMessages }: ReturnType<typeof toBatch>, stored: readonly RecordMetadata[]): Map<string, number> {
    const counts = new Map<string, number>();
    for (const { topic, messages } of topicMessages) {
      for (const message of messages) {
        const name = `${topic}:${this.#partitions.get(message)}`;
        counts.set(name, (counts.get(name) ?? 0) + 1);
      }
    }
    const answered = new Set(stored.map(({ topicName, partition }) => `${topicName}:${partition}`));
    const missing = [...counts.keys()].filter((name) => !answered.has(name));
    if (missing.length > 0) throw new Error(`Kafka has not answered for ${missing.join(', ')}`);
    return counts;
  }

  async #sendWithoutMissingTopics(
    records: readonly BusRecord[],
    refused: Map<BusRecord, Error>,
    refusal: Error,
    acknowledged: AcknowledgedPositions,
  ): Promise<void> {
    const present = new Set(await this.#admin.useAgain((admin) => admin.listTopics()));
    const sendable = records.filter(({ topic }) => present.has(topic));
    // The topic has been created meanwhile, so the caller retries.
    if (sendable.length === records.length) throw refusal;
    for (const record of records) {
      if (!present.has(record.topic)) refused.set(record, new RecordRefusedError(`There is no topic ${record.topic}`));
    }
    await this.#sendOrSplit(sendable, refused, acknowledged);
  }
}

function toBatch(records: readonly BusRecord[]) {
  const byTopic = Map.groupBy(records, ({ topic }) => topic);
  const topicMessages = [...byTopic].map(([topic, ofTopic]) => ({
    topic,
    messages: ofTopic.map(({ key, value, headers }) => ({ key, value, headers: { ...headers } })),
  }));
  return { acks: -1, timeout: ackTimeoutMs, topicMessages };
}

function refusalOf(error: unknown): (Error & { readonly type: string }) | undefined {
  for (let fault = error; fault instanceof Error; fault = fault.cause) {
    if ('type' in fault && refusals.has(String(fault.type))) return fault as Error & { type: string };
  }
  return undefined;
}
