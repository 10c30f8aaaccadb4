import type { CountedQueue } from '@nightshelf/platform/jobs/queue-metrics.ts';
import { connectToQueue, connectWorker } from '@nightshelf/platform/jobs/queue-place.ts';
import type { Job } from '@nightshelf/platform/jobs/worker.ts';
import type { Logger } from '@nightshelf/platform/logging/logger.ts';
import type { RedisClient } from '@nightshelf/platform/redis/client.ts';
import type { MeasureConnection } from '@nightshelf/platform/redis/command-metrics.ts';
import { Queue, Worker } from 'bullmq';

/** Between looks for what nobody goes on with, in milliseconds. */
const lookMs = 5000;

export interface WakingQueueOptions {
  /** In Redis and in the log. */
  readonly name: string;
  readonly redisUrl: string;
  readonly isRedisThere: () => boolean;
  /** How many go on at once in a process. */
  readonly atOnce: number;
  /** Some of those that are due, and with which nobody goes on. */
  readonly findWaiting: () => Promise<readonly { readonly id: string }[]>;
  /** Does one piece. @param stopping aborted when the process ends @returns whether there may be more */
  readonly goOn: (id: string, stopping: AbortSignal) => Promise<boolean>;
  readonly logger: Logger;
  readonly measureConnection: MeasureConnection;
}

/**
 * Goes on with what is due, piece by piece, in whichever process is free. What is to be done stands in PostgreSQL: the queue only says
 * so at once, and something of which the word was lost with its process or with Redis is found by looking.
 */
export class WakingQueue implements Job, CountedQueue {
  readonly name: string;
  readonly #options: WakingQueueOptions;
  readonly #stopping = new AbortController();
  #queue: Queue | undefined;
  #worker: Worker | undefined;
  readonly #connections: RedisClient[] = [];
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> = Promise.resolve();

  constructor(options: WakingQueueOptions) {
    this.name = options.name;
    this.#options = options;
  }

  /** Has it gone on with now. Where that cannot be said, it is found a little later: nobody need wait for it. */
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
    this.#worker = new Worker<{ id: string }>(this.name, ({ data }) => this.#goOnWith(data.id), {
      ...place,
      concurrency: atOnce,
    });
    this.#worker.on('error', (err) => logger.debug({ err, queue: this.name }, 'A queue has no Redis'));
    this.#worker.on('failed', (job, err) =>
      logger.warn({ err, queue: this.name, id: job?.data.id }, 'Something could not go on'),
    );
    this.#look();
  }

  get counted(): Queue | undefined {
    return this.#worker && this.#opened();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    clearTimeout(this.#timer);
    // Without Redis a worker would wait for ever for its last command.
    await this.#worker?.close(!this.#options.isRedisThere());
    await this.#looking;
  }

  /** Of every process, also of one that only queues. */
  async close(): Promise<void> {
    await this.#queue?.close();
    // BullMQ does not close connections that it was given.
    for (const connection of this.#connections) connection.disconnect();
  }

  async #goOnWith(id: string): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted && (await this.#options.goOn(id, signal)));
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

  #look(): void {
    this.#looking = this.#wakeWaiting().catch((err) =>
      this.#options.logger.debug({ err, queue: this.name }, 'What is due could not be looked for'),
    );
    this.#timer = setTimeout(() => this.#look(), lookMs);
  }

  async #wakeWaiting(): Promise<void> {
    for (const { id } of await this.#options.findWaiting()) await this.wake(id);
  }
}
