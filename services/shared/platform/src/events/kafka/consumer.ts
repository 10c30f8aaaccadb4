import type { Admin, Consumer, Kafka } from 'kafkajs';
import type { Logger } from '../../logging/logger.ts';
import type { BusConsumer, ConsumeOptions, Gap } from '../bus.ts';
import { asideMs, checkHandlers, checkProgress, isStuck } from '../delivery/progress.ts';
import { pause } from '../delivery/redelivery.ts';
import { Assignment } from './assignment.ts';
import { type Connection, disconnectBounded } from './connection.ts';
import { findBeginning } from './joined-positions.ts';
import { patientRetry } from './kafka-client.ts';
import { Missed, UnnotedError } from './missed.ts';
import { isRetriable, watch } from './session-watch.ts';
import { Starts } from './starts.ts';
import type { FindTopicIds } from './topic-info.ts';

export interface KafkaConsumerOptions extends ConsumeOptions {
  /** @param onOutOfRange called when a consumer requests a record that a partition does not hold */
  readonly connect: (onOutOfRange: (gap: Gap) => void) => Kafka;
  readonly findTopicIds: FindTopicIds;
  readonly admin: Connection<Admin>;
  readonly lag: () => Promise<Readonly<Record<string, number>>>;
  readonly logger: Logger;
}

/**
 * In milliseconds. The group notices a crashed consumer after the session timeout, and a stopped one immediately.
 * Brokers refuse shorter sessions by default (`group.min.session.timeout.ms`).
 */
const timing = { sessionTimeout: 6000, rebalanceTimeout: 10_000, heartbeatInterval: 1000, maxWaitTimeInMs: 500 };
const maxBytesPerPartition = 256 * 1024;
/** Time without a successful heartbeat or a record after which the check fails. */
const silenceMs = 5000;
/** Longest wait for records in flight after a session failed. */
const closeMs = 5000;
/** Consecutive failures that are not reported, because a coordinator takes a moment to load. */
const tolerated = 2;
/** Consecutive crashes with brokers available after which retrying cannot help. */
const crashesUntilBroken = 5;

/**
 * A member of a consumer group. It replaces a crashed kafkajs consumer itself, because kafkajs leaves some dead and
 * restarts others after they were stopped.
 */
export class KafkaConsumer implements BusConsumer {
  readonly #options: KafkaConsumerOptions;
  readonly #stopping = new AbortController();
  readonly #running: Promise<void>;
  #fault: string | null = 'has not joined its group yet';
  #crashes = 0;
  #lastAnswer = 0;
  #assignment: Assignment | undefined;

  constructor(options: KafkaConsumerOptions) {
    this.#options = options;
    this.#running = this.#run();
  }

  check(): string | null {
    if (this.#fault !== null) return this.#fault;
    const silentMs = performance.now() - this.#lastAnswer;
    if (silentMs > silenceMs) return `has had no answer from its group for ${Math.round(silentMs / 1000)} s`;
    return checkProgress(this.#assignment?.workers() ?? []);
  }

  broken(): string | null {
    const hung = checkHandlers(this.#assignment?.workers() ?? []);
    if (hung) return hung;
    return this.#crashes >= crashesUntilBroken ? `has crashed ${this.#crashes} times in a row` : null;
  }

  lag(): Promise<Readonly<Record<string, number>>> {
    return this.#options.lag();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
    this.#fault = 'has stopped';
  }

  async #run(): Promise<void> {
    const { logger, group } = this.#options;
    for (let failures = 0; !this.#stopping.signal.aborted; failures += 1) {
      try {
        await this.#session(() => {
          failures = 0;
        });
      } catch (error) {
        this.#fault = error instanceof Error ? error.message : String(error);
        this.#crashes = isRetriable(error) ? 0 : this.#crashes + 1;
        logger[failures === tolerated ? 'warn' : 'debug'](
          { err: error, group, failures },
          'Cannot receive events for now',
        );
        const stuck = error instanceof StuckError;
        await pause(stuck ? asideMs : Math.min(100 * 2 ** Math.min(failures, 10), 1000), this.#stopping.signal);
      }
    }
  }

  /**
   * Runs from joining the group to leaving it.
   * @throws why it ended, unless it was stopped
   */
  async #session(onJoined: () => void): Promise<void> {
    const { connect, findTopicIds, admin, group, topics, onBegin, onGap, logger } = this.#options;
    const { signal } = this.#stopping;
    const ended = Promise.withResolvers<void>();
    const missed = new Missed();
    const tell = (topic: string, note: () => unknown) =>
      missed.tell(topic, note).catch((error: unknown) => {
        ended.reject(new UnnotedError('What the group has missed could not be noted', { cause: error }));
      });
    const ids = await findTopicIds(topics);
    const beginning = await findBeginning(admin, group, topics, ids);
    const look = async (among: readonly string[]) =>
      starts.replace(among, (await findBeginning(admin, group, among, ids)).starts);
    const noteGap = async (gap: Gap) => {
      await onGap?.(gap);
      await look([gap.topic]);
      await starts.commit(gap.topic);
    };
    const kafka = connect((gap) => void tell(gap.topic, () => noteGap(gap)));
    const consumer = kafka.consumer({
      ...timing,
      groupId: group,
      maxBytesPerPartition,
      allowAutoTopicCreation: false,
      retry: { ...patientRetry, restartOnFailure: async () => false },
    });
    const assignment = new Assignment(consumer, missed.holdBack(this.#options), ids, logger);
    this.#assignment = assignment;
    const onStop = () => {
      void assignment.close();
      ended.resolve();
    };
    signal.addEventListener('abort', onStop);
    const stopWatching = watch({
      consumer,
      topicIds: () => findTopicIds(topics),
      ids,
      check: () => (isStuck(assignment.workers()) ? new StuckError('has not got done with a record') : null),
      onFault: (error) => ended.reject(error),
    });
    consumer.on(consumer.events.CRASH, ({ payload }) => ended.reject(payload.error));
    const onAnswer = () => {
      this.#lastAnswer = performance.now();
    };
    consumer.on(consumer.events.HEARTBEAT, onAnswer);
    consumer.on(consumer.events.START_BATCH_PROCESS, onAnswer);
    consumer.on(consumer.events.REBALANCING, () => assignment.revoke());
    let over = false;
    let untold: readonly string[] | undefined = beginning.topics;
    const starts = new Starts(consumer, beginning.starts, ids, logger);
    const begin = async (topic: string) => {
      await onBegin?.(topic);
      // kafkajs 2.2.4 reports that it has joined before it accepts offsets, and silently drops earlier ones.
      await joining;
      await starts.commit(topic);
    };
    /** The previous owner of these partitions may have ended before it stored the reported gap. */
    const lookAgain = async (dealt: readonly string[]) => {
      try {
        for (const topic of await look(dealt)) void tell(topic, () => begin(topic));
      } catch (error) {
        ended.reject(new UnnotedError('Where the group is could not be found', { cause: error }));
      }
    };
    consumer.on(consumer.events.GROUP_JOIN, ({ payload }) => {
      // The session was given up before it had joined.
      if (over) return;
      assignment.revoke();
      consumer.resume(consumer.paused());
      const added = starts.seek(payload.memberAssignment);
      // Once, because it may have been stored, and the group's offset moved, by the time of a rebalance.
      if (untold) for (const topic of untold) void tell(topic, () => begin(topic));
      else if (added.length > 0) missed.await(lookAgain(added));
      untold = undefined;
      if (this.#fault !== null) logger.info({ group }, 'Receives events');
      this.#fault = null;
      onAnswer();
      this.#crashes = 0;
      onJoined();
    });
    if (signal.aborted) ended.resolve();
    const joining = run(consumer, topics, assignment);
    try {
      await Promise.race([ended.promise, joining.then(() => ended.promise)]);
    } finally {
      over = true;
      stopWatching();
      signal.removeEventListener('abort', onStop);
      await assignment.close(signal.aborted ? undefined : closeMs);
      // kafkajs 2.2.4 cannot be stopped while it joins: it would stay a member for which the group waits.
      const joined = joining.catch(() => undefined);
      await disconnectBounded({ disconnect: () => joined.then(() => consumer.disconnect()) });
    }
  }
}

/** Another consumer may reach a dependency that this one cannot. */
class StuckError extends Error {
  override name = 'StuckError';
  readonly retriable = true;
}

async function run(consumer: Consumer, topics: readonly string[], assignment: Assignment): Promise<void> {
  await consumer.connect();
  await consumer.subscribe({ topics: [...topics], fromBeginning: true });
  await consumer.run({
    autoCommit: false,
    eachBatchAutoResolve: false,
    eachBatch: async ({ batch, resolveOffset, isRunning, isStale }) => {
      if (!isRunning() || isStale()) return;
      assignment.take(batch);
      resolveOffset(batch.lastOffset());
    },
  });
}
