import { connectRedis, type Job, type Logger, type Work } from '@nightshelf/platform';
import { Queue, Worker } from 'bullmq';

const queueName = 'library-imports';

/** Imports that go on at once in a process. */
const atOnce = 2;

/** Between looks for imports that nobody goes on with, and after how long that is taken for granted, in milliseconds. */
const lookMs = 5000;
const quietSeconds = 10;

/**
 * Milliseconds without an answer after which a connection of the worker counts as dead: above the 10 seconds for which
 * BullMQ blocks one at most, below the 30 seconds after which a job counts as abandoned.
 */
const silenceMs = 15_000;

export interface ImportQueueOptions {
  readonly redisUrl: string;
  readonly work: Work;
  readonly isRedisThere: () => boolean;
  /** Does one piece of an import. @returns whether there may be more */
  readonly goOn: (id: string) => Promise<boolean>;
  readonly logger: Logger;
}

type Connection = ReturnType<typeof connectRedis>;

/**
 * Goes on with imports, piece by piece, in whichever process is free. What is to be done stands in PostgreSQL: the queue only says
 * so at once, and an import whose word was lost with its process or with Redis is found by looking.
 */
export class ImportQueue implements Job {
  readonly name = queueName;
  readonly #options: ImportQueueOptions;
  #stopping = false;
  #queue: Queue | undefined;
  #worker: Worker | undefined;
  readonly #connections: Connection[] = [];
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> = Promise.resolve();

  constructor(options: ImportQueueOptions) {
    this.#options = options;
  }

  /** Has an import gone on with now. Where that cannot be said, it is found a little later: nobody need wait for it. */
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
      .catch((err) => logger.debug({ err, import: id }, 'The queue of imports has no Redis'));
  }

  async start(): Promise<void> {
    const { logger } = this.#options;
    const waiting = { maxRetriesPerRequest: null, commandTimeout: undefined, silenceMs };
    this.#worker = new Worker<{ id: string }>(queueName, ({ data }) => this.#goOnWith(data.id), {
      connection: this.#connect(waiting),
      concurrency: atOnce,
    });
    this.#worker.on('error', (err) => logger.debug({ err }, 'The queue of imports has no Redis'));
    this.#worker.on('failed', (job, err) => logger.warn({ err, import: job?.data.id }, 'An import could not go on'));
    this.#look();
  }

  async stop(): Promise<void> {
    this.#stopping = true;
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
    while (!this.#stopping && (await this.#options.goOn(id)));
  }

  #opened(): Queue {
    if (!this.#queue) {
      const { logger } = this.#options;
      this.#queue = new Queue(queueName, { connection: this.#connect({ enableOfflineQueue: false }) });
      this.#queue.on('error', (err) => logger.debug({ err }, 'The queue of imports has no Redis'));
    }
    return this.#queue;
  }

  #connect(options: Parameters<typeof connectRedis>[2]): Connection {
    const { redisUrl, logger } = this.#options;
    const connection = connectRedis(redisUrl, logger, { enableAutoPipelining: false, ...options });
    this.#connections.push(connection);
    return connection;
  }

  #look(): void {
    this.#looking = this.#wakeQuiet().catch((err) =>
      this.#options.logger.debug({ err }, 'Imports could not be looked for'),
    );
    this.#timer = setTimeout(() => this.#look(), lookMs);
  }

  async #wakeQuiet(): Promise<void> {
    const quiet = await this.#options.work.query().execute<{ id: string }[]>(
      `select id from imports where status in ('running', 'undoing')
         and touched_at < clock_timestamp() - make_interval(secs => ?) order by touched_at limit 20`,
      [quietSeconds],
    );
    for (const { id } of quiet) await this.wake(id);
  }
}
