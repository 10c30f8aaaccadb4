import { type CountedQueue, connectToQueue, connectWorker } from '@nightshelf/platform/jobs/queues.ts';
import { type Job, Worker as Poller } from '@nightshelf/platform/jobs/worker.ts';
import type { Logger } from '@nightshelf/platform/logging/logger.ts';
import type { RedisClient } from '@nightshelf/platform/redis/client.ts';
import type { MeasureConnection } from '@nightshelf/platform/redis/command-metrics.ts';
import { Queue, Worker } from 'bullmq';

/** Interval between polls for abandoned tasks. */
const pollMs = 5000;

export interface WakingQueueOptions {
  /** The name in Redis and in the log. */
  readonly name: string;
  readonly redisUrl: string;
  readonly isRedisThere: () => boolean;
  /** Concurrent tasks per process. */
  readonly atOnce: number;
  /** Returns some of the due tasks that no process works on. */
  readonly findWaiting: () => Promise<readonly { readonly id: string }[]>;
  /** Processes one piece. @param stopping aborted when the process ends @returns whether there may be more */
  readonly processPart: (id: string, stopping: AbortSignal) => Promise<boolean>;
  readonly logger: Logger;
  readonly measureConnection: MeasureConnection;
}

/**
 * Processes due tasks piece by piece in any free process. PostgreSQL holds the tasks; the queue only speeds up the
 * start, and polling finds a task whose queue message was lost.
 */
export class WakingQueue implements Job, CountedQueue {
  readonly name: string;
  readonly #options: WakingQueueOptions;
  readonly #stopping = new AbortController();
  #queue: Queue | undefined;
  #worker: Worker | undefined;
  readonly #connections: RedisClient[] = [];
  readonly #poller: Poller;

  constructor(options: WakingQueueOptions) {
    const { name, logger, findWaiting } = options;
    this.name = name;
    this.#options = options;
    this.#poller = new Poller({
      ...{ name: `poll-${name}`, idleMs: pollMs, logger },
      step: async () => {
        for (const { id } of await findWaiting()) await this.wake(id);
        return false;
      },
    });
  }

  /** Starts the task now; without Redis, the next poll starts it. */
  async wake(id: string): Promise<void> {
    const { logger } = this.#options;
    const opts = {
      attempts: 5,
      backoff: { type: 'fixed', delay: 500 },
      removeOnComplete: true,
      removeOnFail: true,
    } as const;
    await this.#opened()
      .add('go-on', { id }, opts)
      .catch((err) => logger.debug({ err, queue: this.name, id }, 'A queue has no Redis'));
  }

  async start(): Promise<void> {
    const { logger, redisUrl, atOnce } = this.#options;
    const place = connectWorker(redisUrl, this.name, logger);
    this.#connections.push(place.connection);
    this.#worker = new Worker<{ id: string }>(this.name, ({ data }) => this.#process(data.id), {
      ...place,
      concurrency: atOnce,
    });
    this.#worker.on('error', (err) => logger.debug({ err, queue: this.name }, 'A queue has no Redis'));
    this.#worker.on('failed', (job, err) =>
      logger.warn({ err, queue: this.name, id: job?.data.id }, 'A job could not continue'),
    );
    await this.#poller.start();
  }

  get counted(): Queue | undefined {
    return this.#worker && this.#opened();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    // Without Redis, a graceful close would wait permanently for the last command.
    await this.#worker?.close(!this.#options.isRedisThere());
    await this.#poller.stop();
  }

  /** Call it in every process, including those that only enqueue. */
  async close(): Promise<void> {
    await this.#queue?.close();
    // BullMQ does not close connections that it was given.
    for (const connection of this.#connections) connection.disconnect();
  }

  async #process(id: string): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted && (await this.#options.processPart(id, signal)));
  }

  #opened(): Queue {
    if (!this.#queue) {
      const { logger, redisUrl, measureConnection } = this.#options;
      const place = connectToQueue(redisUrl, this.name, logger, { enableOfflineQueue: false });
      this.#connections.push(measureConnection(place.connection, 'queue'));
      this.#queue = new Queue(this.name, place);
      this.#queue.on('error', (err) => logger.debug({ err, queue: this.name }, 'A queue has no Redis'));
    }
    return this.#queue;
  }
}
