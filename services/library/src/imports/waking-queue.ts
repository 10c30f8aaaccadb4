import { type CountedQueue, connectToQueue, connectWorker } from '@nightshelf/platform/jobs/queues.ts';
import { type Job, Worker as Poller } from '@nightshelf/platform/jobs/worker.ts';
import type { RedisClient } from '@nightshelf/platform/redis/client.ts';
import type { Foundation } from '@nightshelf/platform/service/service-definition.ts';
import { Queue, Worker } from 'bullmq';

/** Interval between polls for abandoned tasks. */
const pollMs = 5000;

type Given = Pick<
  Foundation<{ readonly REDIS_URL: string }>,
  'settings' | 'redis' | 'logger' | 'measureConnection' | 'work'
>;

interface Tasks {
  /** The name in Redis and in the log. */
  readonly name: string;
  /** SQL that selects the ids of some due tasks. */
  readonly waiting: string;
  /** Processes one piece. @param stopping aborted when the process ends @returns whether there may be more */
  readonly processPart: (id: string, stopping: AbortSignal) => Promise<boolean>;
  /** Concurrent tasks per process, 2 by default. */
  readonly concurrency?: number;
  /**
   * Whether only one process works on a task at a time. If that process is killed, another takes over once its job counts
   * as stalled, after up to a minute.
   */
  readonly isOnce?: boolean;
}

/**
 * Processes due tasks piece by piece in any free process. PostgreSQL holds the tasks; the queue only speeds up the
 * start, and polling finds a task whose queue message was lost.
 */
export class WakingQueue implements Job, CountedQueue {
  readonly name: string;
  readonly #given: Given;
  readonly #processPart: Tasks['processPart'];
  readonly #concurrency: number;
  readonly #isOnce: boolean;
  readonly #stopping = new AbortController();
  readonly #connections: RedisClient[] = [];
  readonly #poller: Poller;
  #queue: Queue | undefined;
  #worker: Worker | undefined;

  constructor(given: Given, { name, waiting, processPart, concurrency = 2, isOnce = false }: Tasks) {
    this.name = name;
    this.#given = given;
    this.#processPart = processPart;
    this.#concurrency = concurrency;
    this.#isOnce = isOnce;
    this.#poller = new Poller({
      ...{ name: `poll-${name}`, idleMs: pollMs, logger: given.logger },
      step: async () => {
        try {
          for (const { id } of await given.work.query().execute<{ id: string }[]>(waiting)) await this.wake(id);
        } catch (err) {
          given.logger.debug({ err, queue: name }, 'Could not poll for due work');
        }
        return false;
      },
    });
  }

  /** Starts the task now, or once more after its current run; without Redis, the next poll starts it. */
  async wake(id: string): Promise<void> {
    const retry = { attempts: 5, backoff: { type: 'fixed', delay: 500 } } as const;
    const once = this.#isOnce && { deduplication: { id, keepLastIfActive: true } };
    await this.#opened()
      .add('go-on', { id }, { ...retry, ...once, removeOnComplete: true, removeOnFail: true })
      .catch((err) => this.#noRedis(err));
  }

  async start(): Promise<void> {
    const { logger, settings } = this.#given;
    const place = connectWorker(settings.REDIS_URL, this.name, logger);
    this.#connections.push(place.connection);
    this.#worker = new Worker<{ id: string }>(this.name, ({ data }) => this.#process(data.id), {
      ...place,
      concurrency: this.#concurrency,
    });
    this.#worker.on('error', (err) => this.#noRedis(err));
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
    // No poll may start while the worker closes.
    const polling = this.#poller.stop();
    // Without Redis, a graceful close would wait permanently for the last command.
    await this.#worker?.close(this.#given.redis.status !== 'ready');
    await polling;
  }

  /** Call it in every process, including those that only enqueue. */
  async close(): Promise<void> {
    await this.#queue?.close();
    // BullMQ does not close connections that it was given.
    for (const connection of this.#connections) connection.disconnect();
  }

  async #process(id: string): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted && (await this.#processPart(id, signal)));
  }

  #opened(): Queue {
    if (!this.#queue) {
      const { logger, settings, measureConnection } = this.#given;
      const place = connectToQueue(settings.REDIS_URL, this.name, logger, { enableOfflineQueue: false });
      this.#connections.push(measureConnection(place.connection, 'queue'));
      this.#queue = new Queue(this.name, place);
      this.#queue.on('error', (err) => this.#noRedis(err));
    }
    return this.#queue;
  }

  #noRedis(err: Error): void {
    this.#given.logger.debug({ err, queue: this.name }, 'A queue has no Redis');
  }
}
