import type { TopicSettings } from '@nightshelf/contracts/events/topics.ts';

/** An event to publish. */
export interface BusRecord {
  readonly topic: string;
  /** The bus keeps the order of records with the same key and topic. */
  readonly key: string;
  /** The envelope as JSON. */
  readonly value: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A record as a consumer receives it. */
export interface Delivery extends BusRecord {
  readonly partition: number;
  /** Position in the partition, in the bus's own notation. */
  readonly offset: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Undefined when the bus has stored the record. Otherwise RecordRefusedError when the bus works but refuses this
 * record, RecordHeldBackError when an earlier record of its key has failed, any other error when the bus itself is at
 * fault.
 */
export type PublishOutcome = Error | undefined;

/**
 * The last acknowledged position of each partition: key `<topic>:<partition>`, value in the bus's own notation. While
 * the bus has such a record, it has all earlier ones.
 */
export type Positions = Map<string, string>;

export interface ConsumeOptions {
  /** Consumers of one group share the records of the topics; each group receives every record. */
  readonly group: string;
  readonly topics: readonly string[];
  /**
   * Handles one record at a time within a partition; partitions run in parallel. The record is acknowledged when this
   * resolves. When it rejects, the record is delivered again after a delay, before any other of its partition. `signal`
   * aborts when the partition is reassigned or the consumer stops.
   */
  readonly handle: (delivery: Delivery, signal: AbortSignal) => Promise<void>;
  /**
   * Called at least once when the group may not have received all records of a topic: the bus has dropped some, or has
   * no offset for the group because the group is new or the bus has lost its data. The group continues from the oldest
   * stored record, once the returned promise has resolved; until then the bus reports it again, also to other consumers.
   */
  readonly onMissed?: (topic: string) => unknown;
}

export interface BusConsumer {
  /** Returns null while the consumer can receive, else what is wrong. */
  check(): string | null;
  /** Returns null unless only a restart of the process can help, then what is wrong. */
  broken(): string | null;
  /** Returns the unacknowledged records by topic, over all partitions. */
  lag(): Promise<Readonly<Record<string, number>>>;
  /** Finishes the records in flight, acknowledges them, then leaves the group. */
  stop(): Promise<void>;
}

/**
 * Delivers records at least once. A single consumer receives the records of a key in order; with several consumers, or
 * after a fault, the order may change. Two adapters, Kafka and Redis Streams, pass one conformance suite; no other code
 * knows which one is in use.
 */
export interface EventBus {
  readonly name: 'kafka' | 'redis';
  /** Creates missing topics; existing ones keep their partitions and get the given retention. */
  ensureTopics(topics: Readonly<Record<string, TopicSettings>>): Promise<void>;
  /**
   * @param positions what the bus has acknowledged to this publisher. When it has lost that for a topic of the records,
   * all outcomes are BusLostContentError; otherwise the map is updated.
   * @returns an outcome for each record, in their order. A failed record holds back later ones of its key.
   */
  publish(records: readonly BusRecord[], positions?: Positions): Promise<readonly PublishOutcome[]>;
  consume(options: ConsumeOptions): Promise<BusConsumer>;
  /**
   * Returns null while the bus has these positions (or has dropped them by retention), else what is missing.
   */
  lost(positions: Positions): Promise<string | null>;
  /** Returns null when the bus responds, else what is wrong. */
  check(): Promise<string | null>;
  close(): Promise<void>;
}
