import type { Consumer, Kafka } from 'kafkajs';
import type { Logger } from '../../logging/logger.ts';
import type { BusConsumer, ConsumeOptions } from '../bus.ts';
import { pause } from '../delivery/redelivery.ts';
import { Assignment } from './assignment.ts';
import { disconnectBounded } from './connection.ts';
import { patientRetry } from './kafka-client.ts';

export interface KafkaConsumerOptions extends ConsumeOptions {
  readonly kafka: Kafka;
  readonly lag: () => Promise<Readonly<Record<string, number>>>;
  readonly logger: Logger;
}

/** In milliseconds. A consumer that dies without a word is missed after the session, one that stops at once. */
const timing = { sessionTimeout: 10_000, rebalanceTimeout: 10_000, heartbeatInterval: 1000, maxWaitTimeInMs: 500 };
const maxBytesPerPartition = 256 * 1024;
/** Milliseconds without a heartbeat that went well, or a record, after which events are not being received. */
const silenceMs = 5000;
/** Milliseconds without a fetch after which a consumer counts as dead. */
const stallMs = 180_000;
/** Failures in a row that are nobody's concern: a coordinator takes a moment to load. */
const tolerated = 2;
/** So many crashes in a row that are not for want of a broker, and trying again is no use. */
const crashesUntilBroken = 5;

/**
 * One member of a consumer group. A kafkajs consumer that crashes is replaced by a new one here and not by kafkajs, which
 * leaves some dead and revives others after they were stopped.
 */
export class KafkaConsumer implements BusConsumer {
  readonly #options: KafkaConsumerOptions;
  readonly #stopping = new AbortController();
  readonly #running: Promise<void>;
  #fault: string | null = 'has not joined its group yet';
  #crashes = 0;
  #lastAnswer = 0;

  constructor(options: KafkaConsumerOptions) {
    this.#options = options;
    this.#running = this.#run();
  }

  check(): string | null {
    if (this.#fault !== null) return this.#fault;
    const silentMs = performance.now() - this.#lastAnswer;
    return silentMs > silenceMs ? `has had no answer from its group for ${Math.round(silentMs / 1000)} s` : null;
  }

  broken(): string | null {
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
        await pause(Math.min(100 * 2 ** Math.min(failures, 10), 1000), this.#stopping.signal);
      }
    }
  }

  /** From joining the group to leaving it. @throws why it ended, unless it was told to */
  async #session(onJoined: () => void): Promise<void> {
    const { kafka, group, topics, handle, logger } = this.#options;
    const { signal } = this.#stopping;
    const consumer = kafka.consumer({
      ...timing,
      groupId: group,
      maxBytesPerPartition,
      allowAutoTopicCreation: false,
      retry: { ...patientRetry, restartOnFailure: async () => false },
    });
    const assignment = new Assignment(consumer, handle, logger);
    const ended = Promise.withResolvers<void>();
    const onStop = () => {
      void assignment.close();
      ended.resolve();
    };
    signal.addEventListener('abort', onStop);
    const stopWatching = watchForStalls(consumer, (error) => ended.reject(error));
    consumer.on(consumer.events.CRASH, ({ payload }) => ended.reject(payload.error));
    const onAnswer = () => {
      this.#lastAnswer = performance.now();
    };
    consumer.on(consumer.events.HEARTBEAT, onAnswer);
    consumer.on(consumer.events.START_BATCH_PROCESS, onAnswer);
    consumer.on(consumer.events.REBALANCING, () => assignment.revoke());
    let over = false;
    consumer.on(consumer.events.GROUP_JOIN, () => {
      // It was still trying when it was given up.
      if (over) return void disconnectBounded(consumer);
      assignment.revoke();
      consumer.resume(consumer.paused());
      if (this.#fault !== null) logger.info({ group }, 'Receives events');
      this.#fault = null;
      onAnswer();
      this.#crashes = 0;
      onJoined();
    });
    if (signal.aborted) ended.resolve();
    try {
      await Promise.race([ended.promise, run(consumer, topics, assignment).then(() => ended.promise)]);
    } finally {
      over = true;
      stopWatching();
      signal.removeEventListener('abort', onStop);
      await assignment.close();
      await disconnectBounded(consumer);
    }
  }
}

/** kafkajs can end without a word: when even the attempt to clean up after a crash fails. */
function watchForStalls(consumer: Consumer, onStall: (error: Error) => void): () => void {
  let lastSign = performance.now();
  const onSign = () => {
    lastSign = performance.now();
  };
  consumer.on(consumer.events.FETCH_START, onSign);
  consumer.on(consumer.events.GROUP_JOIN, onSign);
  const timer = setInterval(() => {
    if (performance.now() - lastSign > stallMs) onStall(new Error('The consumer has stalled'));
  }, stallMs / 4);
  return () => clearInterval(timer);
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

const isRetriable = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === 'KafkaJSNumberOfRetriesExceeded' ||
    error.name === 'KafkaJSNoBrokerAvailableError' ||
    ('retriable' in error && error.retriable === true) ||
    isRetriable(error.cause));
