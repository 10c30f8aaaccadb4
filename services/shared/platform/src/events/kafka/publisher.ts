import type { Admin, Kafka, Producer } from 'kafkajs';
import type { BusRecord, PublishOutcome } from '../bus.ts';
import { lineOf, RecordHeldBackError, RecordRefusedError } from '../delivery/publish-errors.ts';
import { Connection } from './connection.ts';
import { loadKafkaJs, retry } from './kafka-client.ts';

const noSuchTopic = 'UNKNOWN_TOPIC_OR_PARTITION';

/** What a broker answers when it works but will not have a record. */
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

const ackTimeoutMs = 10_000;

/**
 * Brings records to Kafka through an idempotent producer with one request in flight. After a failure the producer is
 * replaced: kafkajs sets its sequence numbers back, also those of partitions that did take the batch, and the broker
 * would then swallow other records as repetitions.
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
        createPartitioner: loadKafkaJs().Partitioners.DefaultPartitioner,
        retry,
      }),
    );
  }

  /** @returns an outcome for each record; rejects when Kafka as a whole is at fault */
  send(records: readonly BusRecord[]): Promise<PublishOutcome[]> {
    const sending = this.#queue.then(async () => {
      const refused = new Map<BusRecord, Error>();
      await this.#sendOrSplit(records, refused);
      return records.map((record) => refused.get(record));
    });
    this.#queue = sending.catch(() => undefined);
    return sending;
  }

  close(): Promise<void> {
    return this.#producer.close();
  }

  /** Kafka refuses a batch as a whole: halving it finds the records that it means. */
  async #sendOrSplit(batch: readonly BusRecord[], refused: Map<BusRecord, Error>): Promise<void> {
    const failedLines = new Set([...refused.keys()].map(lineOf));
    const records = batch.filter((record) => {
      const held = failedLines.has(lineOf(record));
      if (held) refused.set(record, new RecordHeldBackError());
      return !held;
    });
    if (records.length === 0) return;
    try {
      await this.#producer.use((producer) => producer.sendBatch(toBatch(records)));
    } catch (error) {
      const refusal = refusalOf(error);
      if (!refusal) throw error;
      if (records.length === 1) {
        for (const record of records) refused.set(record, new RecordRefusedError(refusal.message, { cause: error }));
      } else if (refusal.type === noSuchTopic) {
        await this.#sendWithoutMissingTopics(records, refused, refusal);
      } else {
        const middle = Math.ceil(records.length / 2);
        await this.#sendOrSplit(records.slice(0, middle), refused);
        await this.#sendOrSplit(records.slice(middle), refused);
      }
    }
  }

  async #sendWithoutMissingTopics(
    records: readonly BusRecord[],
    refused: Map<BusRecord, Error>,
    refusal: Error,
  ): Promise<void> {
    const present = new Set(await this.#admin.useAgain((admin) => admin.listTopics()));
    const sendable = records.filter(({ topic }) => present.has(topic));
    // It has appeared in the meantime: the caller tries again.
    if (sendable.length === records.length) throw refusal;
    for (const record of records) {
      if (!present.has(record.topic)) refused.set(record, new RecordRefusedError(`There is no topic ${record.topic}`));
    }
    await this.#sendOrSplit(sendable, refused);
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
