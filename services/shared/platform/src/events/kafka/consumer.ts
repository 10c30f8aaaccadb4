import type { Admin, Consumer, EachBatchPayload, Kafka, KafkaMessage, TopicPartitionOffset } from 'kafkajs';
import type { Logger } from '../../logging/logger.ts';
import type { BusConsumer, ConsumeOptions, Delivery } from '../bus.ts';
import { asideMs, checkHandlers, checkProgress, isStuck, PartitionWorker } from '../delivery/partition-worker.ts';
import { inTime, pause } from '../delivery/pause.ts';
import { type Connection, disconnect, isRetriable, KafkaUnavailableError, retry } from './client.ts';
import { fetchStored, isSetBack, type Stored } from './topics.ts';

export interface KafkaConsumerOptions extends ConsumeOptions {
  readonly kafka: () => Kafka;
  readonly admin: Connection<Admin>;
  readonly logger: Logger;
}

/**
 * In milliseconds. The group notices a crashed consumer after the session timeout, and a stopped one immediately.
 * Brokers refuse shorter sessions by default (`group.min.session.timeout.ms`).
 */
const timing = { sessionTimeout: 6000, rebalanceTimeout: 10_000, heartbeatInterval: 1000, maxWaitTimeInMs: 500 };
/** About 7 seconds, to outlast a broker's restart: a new member waits until the group gives up the previous one. */
const consumerRetry = { ...retry, retries: 10, restartOnFailure: async () => false };
const maxBytesPerPartition = 256 * 1024;
/** Queue sizes of a partition at which fetching pauses and resumes. */
const full = 1000;
const roomy = 500;
/** How long acknowledgements are collected for one request. What a crash leaves unacknowledged are duplicates. */
const commitDelayMs = 100;
/** Time without a heartbeat after which the check fails, and after which the session ends. */
const reportSilenceMs = 5000;
const endSilenceMs = 20_000;
const watchIntervalMs = 1000;
/** Longest wait for the last acknowledgement, and for records in flight after a session failed. */
const closeTimeoutMs = 3000;
/** Consecutive failures that are not reported, because a coordinator takes a moment to load. */
const tolerated = 2;
/** Consecutive crashes with brokers available after which retrying cannot help. */
const crashesUntilBroken = 5;
/** Batches behind the same missing record after which it counts as dropped. */
const seeksUntilDropped = 3;

/**
 * A member of a consumer group. After a fault it leaves and joins again with a new kafkajs client. It does not let
 * kafkajs restart a crashed consumer, because kafkajs leaves some dead and restarts others after they were stopped.
 */
export class KafkaConsumer implements BusConsumer {
  readonly #options: KafkaConsumerOptions;
  readonly #stopping = new AbortController();
  readonly #running: Promise<void>;
  #session: Session | undefined;
  #fault: string | null = 'has not joined its group yet';
  #crashes = 0;

  constructor(options: KafkaConsumerOptions) {
    this.#options = options;
    this.#running = this.#run();
  }

  check(): string | null {
    if (this.#fault !== null) return this.#fault;
    const silentMs = this.#session?.silentMs ?? 0;
    if (silentMs > reportSilenceMs) return `has had no response from its group for ${Math.round(silentMs / 1000)} s`;
    return checkProgress(this.#session?.workers() ?? []);
  }

  broken(): string | null {
    const hung = checkHandlers(this.#session?.workers() ?? []);
    if (hung) return hung;
    return this.#crashes >= crashesUntilBroken ? `has crashed ${this.#crashes} times in a row` : null;
  }

  async lag(): Promise<Readonly<Record<string, number>>> {
    const { admin, group, topics } = this.#options;
    const places = await admin.useAgain((client) => findPlaces(client, group, topics));
    const lags = Object.fromEntries(topics.map((topic) => [topic, 0]));
    for (const { topic, next = -1n, stored } of places) {
      const start = Math.max(Number(next), Number(stored.low));
      lags[topic] = (lags[topic] ?? 0) + Math.max(0, Number(stored.high) - start);
    }
    return lags;
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
    this.#fault = 'has stopped';
  }

  async #run(): Promise<void> {
    const { logger, group } = this.#options;
    let failures = 0;
    const onJoined = () => {
      if (this.#fault !== null) logger.info({ group }, 'Receives events');
      this.#fault = null;
      this.#crashes = 0;
      failures = 0;
    };
    while (!this.#stopping.signal.aborted) {
      try {
        this.#session = new Session(this.#options, onJoined);
        await this.#session.run(this.#stopping.signal);
      } catch (error) {
        this.#fault = error instanceof Error ? error.message : String(error);
        this.#crashes = isRetriable(error) ? 0 : this.#crashes + 1;
        const level = failures === tolerated ? 'warn' : 'debug';
        logger[level]({ err: error, group, failures }, 'Cannot receive events for now');
        const delayMs = error instanceof StuckError ? asideMs : Math.min(100 * 2 ** Math.min(failures, 10), 1000);
        failures += 1;
        await pause(delayMs, this.#stopping.signal);
      }
    }
  }
}

/** Another consumer may reach a dependency that this one cannot. */
class StuckError extends KafkaUnavailableError {}

/** One kafkajs consumer, from joining the group to leaving it. */
class Session {
  readonly #options: KafkaConsumerOptions;
  readonly #onJoined: () => void;
  readonly #consumer: Consumer;
  readonly #ended = Promise.withResolvers<void>();
  #assignment: Assignment | undefined;
  #over = false;
  #lastResponse = performance.now();
  /** The group's generation at the first heartbeat after joining; null during a rebalance. */
  #generation: number | null | undefined;

  constructor(options: KafkaConsumerOptions, onJoined: () => void) {
    this.#options = options;
    this.#onJoined = onJoined;
    this.#consumer = options.kafka().consumer({
      ...timing,
      groupId: options.group,
      maxBytesPerPartition,
      allowAutoTopicCreation: false,
      retry: consumerRetry,
    });
  }

  workers(): PartitionWorker[] {
    return this.#assignment?.workers() ?? [];
  }

  get silentMs(): number {
    return performance.now() - this.#lastResponse;
  }

  /** @throws why the session ended, unless it was stopped */
  async run(signal: AbortSignal): Promise<void> {
    const stop = () => this.#ended.resolve();
    signal.addEventListener('abort', stop);
    if (signal.aborted) stop();
    this.#watch();
    const timer = setInterval(() => this.#check(), watchIntervalMs);
    const joining = this.#join();
    try {
      await Promise.race([this.#ended.promise, joining.then(() => this.#ended.promise)]);
    } finally {
      this.#over = true;
      clearInterval(timer);
      signal.removeEventListener('abort', stop);
      const closed = this.#assignment?.close();
      await (signal.aborted || !closed ? closed : inTime(closeTimeoutMs, closed).catch(() => undefined));
      // kafkajs 2.2.4 cannot be stopped while it joins: it would stay a member for which the group waits.
      const leaving = disconnect({ disconnect: () => joining.catch(() => {}).then(() => this.#consumer.disconnect()) });
      if (this.#assignment || signal.aborted) await leaving;
    }
  }

  async #join(): Promise<void> {
    await this.#consumer.connect();
    await this.#consumer.subscribe({ topics: [...this.#options.topics], fromBeginning: true });
    await this.#consumer.run({
      autoCommit: false,
      eachBatchAutoResolve: false,
      eachBatch: async (payload) => {
        if (!payload.isRunning() || payload.isStale()) return;
        // kafkajs fetches the batch again.
        if (!(await this.#assignment?.take(payload))) await pause(100);
      },
    });
  }

  #end(reason: string, cause?: unknown): void {
    this.#ended.reject(new KafkaUnavailableError(reason, { cause }));
  }

  #watch(): void {
    const { events } = this.#consumer;
    this.#consumer.on(events.CRASH, ({ payload }) => this.#ended.reject(payload.error));
    // kafkajs would go on using the dead connection, and not ask other brokers for new leaders.
    this.#consumer.on(events.REQUEST_TIMEOUT, () => this.#end('Kafka has not responded in time'));
    this.#consumer.on(events.REBALANCING, () => {
      this.#generation = null;
      this.#assignment?.revoke();
    });
    this.#consumer.on(events.HEARTBEAT, ({ payload: { groupGenerationId } }) => {
      this.#lastResponse = performance.now();
      if (this.#generation === undefined) this.#generation = groupGenerationId;
      // kafkajs 2.2.4 keeps its old partitions when it does not receive the new ones: then no consumer reads the rest.
      if (this.#generation !== groupGenerationId) this.#end('The group has a new assignment, which did not arrive');
    });
    this.#consumer.on(events.GROUP_JOIN, ({ payload }) => {
      if (this.#over) return;
      this.#lastResponse = performance.now();
      this.#generation = undefined;
      this.#assignment?.revoke();
      this.#consumer.resume(this.#consumer.paused());
      this.#assignment = new Assignment(this.#options, this.#consumer, (reason, cause) => this.#end(reason, cause));
      void this.#assignment.start(payload.memberAssignment);
      this.#onJoined();
    });
  }

  #check(): void {
    if (isStuck(this.workers())) this.#ended.reject(new StuckError('has not finished a record'));
    // After a crash kafkajs may end silently. It times heartbeats by the wall clock, which may be set back.
    if (this.silentMs > endSilenceMs) this.#end('The group has not responded');
  }
}

interface Partition {
  readonly worker: PartitionWorker;
  /** Offset of the next record to take. */
  next: bigint;
  /** Time of the newest record taken, by the broker's clock. */
  newestMs: number;
  /** Consecutive batches that did not begin with the next record. */
  seeks: number;
}

/**
 * The partitions that this consumer is assigned until the next rebalance. Fetching only fills their queues, so that a
 * slow or failing record stops neither the other partitions nor the heartbeats.
 */
class Assignment {
  readonly #options: KafkaConsumerOptions;
  readonly #consumer: Consumer;
  readonly #onFault: (reason: string, cause: unknown) => void;
  readonly #partitions = new Map<string, Partition>();
  readonly #uncommitted = new Map<string, TopicPartitionOffset>();
  /** Aborts when later offsets might belong to partitions of another consumer. */
  readonly #revoked = new AbortController();
  #committing: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(options: KafkaConsumerOptions, consumer: Consumer, onFault: (reason: string, cause: unknown) => void) {
    this.#options = options;
    this.#consumer = consumer;
    this.#onFault = onFault;
  }

  workers(): PartitionWorker[] {
    return Array.from(this.#partitions.values(), ({ worker }) => worker);
  }

  /** Finds where the group is in the partitions. Until then, `take` refuses their records. */
  async start(assigned: Readonly<Record<string, readonly number[]>>): Promise<void> {
    const { admin, group } = this.#options;
    try {
      const places = await admin.useAgain(async (client) => {
        const found = await findPlaces(client, group, Object.keys(assigned));
        const names = new Set(found.map(nameOf));
        const isKnown = (topic: string) =>
          assigned[topic]?.every((partition) => names.has(nameOf({ topic, partition })));
        // A new client also knows partitions that were added.
        if (!Object.keys(assigned).every(isKnown)) throw new KafkaUnavailableError('Partitions are not known yet');
        return found;
      });
      const topics = Map.groupBy(places, ({ topic }) => topic);
      const beginning = Array.from(topics, ([topic, ofTopic]) => {
        const isNew = ofTopic.every(({ next }) => next === undefined);
        const ours = ofTopic.filter(({ partition }) => assigned[topic]?.includes(partition));
        return this.#begin(topic, ours, isNew);
      });
      await Promise.all(beginning);
    } catch (error) {
      this.#onFault('Could not start consuming the partitions', error);
    }
  }

  /**
   * Takes the records of a batch that begins with the next one. After a rebalance kafkajs 2.2.4 may pass on a response to
   * an earlier request, behind records that the rebalance dropped unhandled.
   * @returns whether they were taken, or another batch must be fetched
   */
  async take({ batch, resolveOffset }: EachBatchPayload): Promise<boolean> {
    const { topic } = batch;
    const partition = this.#partitions.get(nameOf(batch));
    if (this.#closed || !partition) return false;
    const first = BigInt(batch.firstOffset() ?? batch.messages[0]?.offset ?? -1);
    if (first !== partition.next) {
      this.#seek(batch, partition, first);
      return true;
    }
    partition.seeks = 0;
    partition.next = BigInt(batch.lastOffset()) + 1n;
    for (const { timestamp } of batch.messages) partition.newestMs = Math.max(partition.newestMs, Number(timestamp));
    partition.worker.push(batch.messages.map((message) => toDelivery(topic, batch.partition, message)));
    if (partition.worker.size >= full) this.#consumer.pause([{ topic, partitions: [batch.partition] }]);
    resolveOffset(batch.lastOffset());
    return true;
  }

  /** The group is rebalancing. Acknowledges handled records as far as still possible. */
  revoke(): void {
    this.#closed = true;
    this.#revoked.abort();
    for (const worker of this.workers()) void worker.stop();
  }

  /** Finishes the records in flight and acknowledges them. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all(this.workers().map((worker) => worker.stop()));
    this.#revoked.abort();
    await inTime(closeTimeoutMs, this.#committing).catch(() => undefined);
  }

  /**
   * Fetches the next record again, or continues at the first stored one when Kafka no longer has it. Does not seek in a
   * recreated topic that is still shorter than the offset: it may grow beyond it in the meantime.
   */
  #seek({ topic, partition }: TopicPartition, state: Partition, first: bigint): void {
    state.seeks += 1;
    if (first > state.next && state.seeks <= seeksUntilDropped) {
      this.#consumer.seek({ topic, partition, offset: String(state.next) });
      return;
    }
    void state.worker.stop();
    this.#partitions.delete(nameOf({ topic, partition }));
    const stored = { low: first, high: first, after: first };
    const place = { topic, partition, next: first, newestMs: state.newestMs, stored };
    this.#begin(topic, [place], true).catch((error: unknown) =>
      this.#onFault('Could not start consuming the partitions', error),
    );
  }

  /**
   * Begins to handle partitions of one topic. Missed records are reported before, because any acknowledged record would
   * move the group's offset and hide them.
   */
  async #begin(topic: string, places: readonly Place[], isNew: boolean): Promise<void> {
    const lacksNext = ({ next = 0n, newestMs, stored }: Place) =>
      next < stored.low || isSetBack(next, newestMs, stored);
    const missed = isNew || places.some(lacksNext);
    if (missed) await this.#options.onMissed?.(topic);
    if (this.#closed) return;
    for (const place of places) {
      const next = lacksNext(place) ? place.stored.low : (place.next ?? 0n);
      this.#assign(place, next);
      // So that the next session does not report them again.
      if (missed) this.#commit(place, next, place.newestMs);
    }
  }

  #assign({ topic, partition, newestMs }: Place, next: bigint): void {
    const { handle, logger } = this.#options;
    const worker: PartitionWorker = new PartitionWorker({
      handle,
      acknowledge: ({ offset }) => {
        const state = this.#partitions.get(nameOf({ topic, partition }));
        if (state?.worker === worker) this.#commit({ topic, partition }, BigInt(offset) + 1n, state.newestMs);
        // A consumer that has crashed in the meantime cannot resume.
        if (worker.size === roomy && !this.#closed) this.#consumer.resume([{ topic, partitions: [partition] }]);
      },
      logger,
    });
    this.#partitions.set(nameOf({ topic, partition }), { worker, next, newestMs, seeks: 0 });
  }

  #commit({ topic, partition }: TopicPartition, next: bigint, newestMs: number): void {
    if (this.#revoked.signal.aborted) return;
    const isFirst = this.#uncommitted.size === 0;
    const offset = { topic, partition, offset: String(next), metadata: String(newestMs) };
    this.#uncommitted.set(nameOf(offset), offset);
    // One request at a time, because a slow retry of an older offset would overwrite a newer one.
    if (isFirst) this.#committing = this.#committing.then(() => this.#commitAll());
  }

  async #commitAll(): Promise<void> {
    await pause(commitDelayMs, this.#revoked.signal);
    const offsets = [...this.#uncommitted.values()];
    this.#uncommitted.clear();
    await this.#consumer.commitOffsets(offsets).catch((error: unknown) => {
      // kafkajs 2.2.4 keeps committing to a broker that no longer coordinates the group; a new client finds the new one.
      if (!this.#revoked.signal.aborted) this.#onFault('Could not acknowledge', error);
    });
  }
}

interface TopicPartition {
  readonly topic: string;
  readonly partition: number;
}

const nameOf = ({ topic, partition }: TopicPartition) => `${topic}:${partition}`;

/** Where a group is in a partition. */
interface Place extends TopicPartition {
  /** Offset of its next record; undefined when it has none, negative when kafkajs has reset it. */
  readonly next: bigint | undefined;
  /** Time of the newest record that the group has taken, by the broker's clock; 0 when unknown. */
  readonly newestMs: number;
  readonly stored: Stored;
}

async function findPlaces(admin: Admin, groupId: string, topics: readonly string[]): Promise<Place[]> {
  const committed = await admin.fetchOffsets({ groupId, topics: [...topics] });
  const places = committed.map(async ({ topic, partitions }) => {
    const known = partitions.map(({ partition, offset, metadata }) => ({
      topic,
      partition,
      next: offset === '-1' ? undefined : BigInt(offset),
      newestMs: Number(metadata) || 0,
    }));
    const found = await fetchStored(admin, topic, Math.max(0, ...known.map(({ newestMs }) => newestMs)));
    return known.flatMap((place) => {
      const stored = found.get(place.partition);
      return stored ? [{ ...place, stored }] : [];
    });
  });
  return (await Promise.all(places)).flat();
}

export function toDelivery(topic: string, partition: number, message: KafkaMessage): Delivery {
  const headers = Object.entries(message.headers ?? {}).map(([name, value]) => [name, String(value ?? '')]);
  return {
    topic,
    partition,
    offset: message.offset,
    key: message.key?.toString() ?? '',
    value: message.value?.toString() ?? '',
    headers: Object.fromEntries(headers),
  };
}
