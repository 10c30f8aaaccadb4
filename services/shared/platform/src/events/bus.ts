import type { TopicSettings } from '@nightshelf/contracts/events/topics.ts';
import type { Marks } from './delivery/marks.ts';

/** One event on its way to the bus. */
export interface BusRecord {
  readonly topic: string;
  /** Records of one key and topic are published in order. */
  readonly key: string;
  /** The envelope as JSON. */
  readonly value: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** One record as a consumer receives it. */
export interface Delivery extends BusRecord {
  readonly partition: number;
  /** Position in the partition, in the bus's own notation. */
  readonly offset: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * What became of a record: undefined when the bus has it for good. Else why not: RecordRefusedError when the bus works but
 * will not have this record, RecordHeldBackError when an earlier one of its key has failed, any other error when the bus
 * itself is at fault.
 */
export type PublishOutcome = Error | undefined;

export interface ConsumeOptions {
  /** Consumers of one group share the records of the topics; each group receives every record. */
  readonly group: string;
  readonly topics: readonly string[];
  /**
   * Called for one record at a time within a partition; partitions run side by side. The record is acknowledged when it
   * resolves. When it rejects, the same record is delivered again after a delay, and until then no other of its partition
   * by this consumer. `signal` aborts when the partition is being taken away or the consumer stops.
   */
  readonly handle: (delivery: Delivery, signal: AbortSignal) => Promise<void>;
  /**
   * Called when many records wait in a partition. Resolves with how many of them, from the first on, need no handling,
   * since they were handled before or are of no concern: these are acknowledged as they are.
   */
  readonly countKnown?: (waiting: readonly Delivery[]) => Promise<number>;
  /**
   * Called, at least once each time, when the bus does not hold any more what the group would have received next.
   * Consumption goes on from the oldest record that is held. A bus that can tell it again, also to another consumer, goes
   * on doing so until what this returns has resolved.
   */
  readonly onGap?: (gap: Gap) => unknown;
  /**
   * Called, at least once each time, when the group begins with the oldest record that is held, since the bus knows no
   * position of it: the group is new, or the bus has forgotten it together with what it held. What it returns is waited
   * for as with `onGap`.
   */
  readonly onBegin?: (topic: string) => unknown;
}

export interface Gap {
  readonly topic: string;
  readonly partition: number;
}

export interface BusConsumer {
  /** Null while it is able to receive, else what is wrong. */
  check(): string | null;
  /** Null unless it is beyond help but by a restart of the process; then what is wrong. */
  broken(): string | null;
  /** Not yet acknowledged records by topic, over all partitions. */
  lag(): Promise<Readonly<Record<string, number>>>;
  /** Lets the records in hand finish, acknowledges them, then leaves the group. */
  stop(): Promise<void>;
}

/**
 * Delivers records at least once. Those of a key come in order to a single consumer; with several, or after a fault, in
 * any order. Two adapters, one conformance suite: Kafka and Redis Streams. Nothing outside the adapters knows which one
 * is in use.
 */
export interface EventBus {
  readonly name: 'kafka' | 'redis';
  /** Creates missing topics; existing ones keep their partitions and get the stated retention. */
  ensureTopics(topics: Readonly<Record<string, TopicSettings>>): Promise<void>;
  /**
   * @param marks what the bus acknowledged last to this publisher: when it does not have that any more the outcomes are
   *   BusLostContentError; else they are brought up to date
   * @returns an outcome for each record, in their order. A record that fails holds back later ones of its key.
   */
  publish(records: readonly BusRecord[], marks?: Marks): Promise<readonly PublishOutcome[]>;
  consume(options: ConsumeOptions): Promise<BusConsumer>;
  /** Everything that the topic holds now, oldest first within a partition, acknowledging nothing. */
  read(topic: string): AsyncIterable<Delivery>;
  /** Null while the bus has (or had, until it grew too old) what it acknowledged, else what it lacks. */
  lost(marks: Marks): Promise<string | null>;
  /** Null when the bus answers, else what is wrong. */
  check(): Promise<string | null>;
  close(): Promise<void>;
}
