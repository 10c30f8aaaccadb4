import { type CountedQueue, connectToQueue, connectWorker } from '@nightshelf/platform/jobs/queues.ts';
import type { Job } from '@nightshelf/platform/jobs/worker.ts';
import type { Logger } from '@nightshelf/platform/logging/logger.ts';
import type { RedisClient } from '@nightshelf/platform/redis/client.ts';
import type { MeasureConnection } from '@nightshelf/platform/redis/command-metrics.ts';
import { type JobsOptions, Queue, UnrecoverableError, Worker } from 'bullmq';
import type { Counter } from 'prom-client';
import { dateOf } from '../reviews/daily-reviews.ts';
import { CallFailed, Refused } from '../youtube/client.ts';

const queueName = 'daily-reviews';
const schedulerId = 'refresh-daily';

/** With doubling delays, the last attempt is about eight hours after the first. */
const attempts = 10;

/** In milliseconds. Retry delay when Redis or PostgreSQL was unavailable while making the schedule. */
const retryAfterFaultMs = 2000;

export interface RefreshScheduleOptions {
  readonly redisUrl: string;
  /** Cron pattern, in UTC. */
  readonly pattern: string;
  readonly retryMs: number;
  readonly checkMs: number;
  readonly isRedisThere: () => boolean;
  readonly hasTodaysReviews: () => Promise<boolean>;
  readonly refresh: (signal: AbortSignal) => Promise<'refreshed' | 'already'>;
  readonly results: Counter<'result'>;
  readonly logger: Logger;
  readonly measureConnection: MeasureConnection;
}

/** Runs the refresh once a day across all replicas, and at startup when today's videos are missing. */
export class RefreshSchedule implements Job, CountedQueue {
  readonly name = queueName;
  readonly #options: RefreshScheduleOptions;
  readonly #stopping = new AbortController();
  #queue: Queue | undefined;
  #worker: Worker | undefined;
  #connections: readonly RedisClient[] = [];
  #checkingToday: Promise<boolean> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: RefreshScheduleOptions) {
    this.#options = options;
  }

  get counted(): Queue | undefined {
    return this.#queue;
  }

  async start(): Promise<void> {
    const { redisUrl, logger, measureConnection } = this.#options;
    const ofQueue = connectToQueue(redisUrl, queueName, logger, { enableOfflineQueue: false });
    const ofWorker = connectWorker(redisUrl, queueName, logger);
    this.#connections = [measureConnection(ofQueue.connection, 'queue'), ofWorker.connection];
    this.#queue = new Queue(queueName, ofQueue);
    this.#worker = new Worker(queueName, () => this.#run(), ofWorker);
    const onError = (err: Error) => logger.debug({ err }, 'The queue of the daily reviews has no Redis');
    this.#queue.on('error', onError);
    this.#worker.on('error', onError);
    this.#worker.on('failed', (job, err) => {
      this.#options.results.inc({ result: 'failed' });
      const attempt = job?.attemptsMade;
      // An operator without network access needs the reason, not a stack trace.
      if (err instanceof CallFailed)
        logger.warn({ attempt }, `The daily reviews could not be refreshed: ${err.message}`);
      else logger.warn({ err, attempt }, 'The daily reviews could not be refreshed');
    });
    void this.#keepSchedule(true);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    clearTimeout(this.#timer);
    // Without Redis, a graceful close would wait forever.
    const force = !this.#options.isRedisThere();
    await Promise.all([this.#worker?.close(force), this.#queue?.close()]);
    // BullMQ does not close the connections it was given.
    for (const connection of this.#connections) connection.disconnect();
    // The check uses the database, which closes next.
    await this.#checkingToday?.catch(() => undefined);
  }

  /** Checks the schedule repeatedly, because an emptied Redis loses it. */
  async #keepSchedule(starting: boolean): Promise<void> {
    const { checkMs, logger } = this.#options;
    const fault = await this.#assertSchedule(starting).then(
      () => undefined,
      (error: unknown) => error,
    );
    if (this.#stopping.signal.aborted) return;
    if (fault) logger.warn({ err: fault }, 'The schedule of the daily reviews could not be checked');
    const next = () => this.#keepSchedule(starting && fault !== undefined);
    this.#timer = setTimeout(next, fault ? Math.min(retryAfterFaultMs, checkMs) : checkMs);
  }

  async #assertSchedule(starting: boolean): Promise<void> {
    const { pattern, retryMs, hasTodaysReviews } = this.#options;
    if (!this.#queue || (!starting && (await this.#queue.getJobScheduler(schedulerId)))) return;
    if (this.#stopping.signal.aborted) return;
    const opts: JobsOptions = {
      attempts,
      backoff: { type: 'exponential', delay: retryMs, jitter: 0.5 },
      // A kept job would block a restart from retrying under the same id.
      removeOnComplete: true,
      removeOnFail: true,
    };
    this.#checkingToday = hasTodaysReviews();
    // All replicas use the same id, so that only one job is added.
    const jobId = `today-${dateOf(new Date())}`;
    if (!(await this.#checkingToday)) await this.#queue.add('refresh', {}, { ...opts, jobId });
    // Runs last, so that a failure before it is retried.
    await this.#queue.upsertJobScheduler(schedulerId, { pattern, tz: 'UTC' }, { name: 'refresh', opts });
  }

  async #run(): Promise<void> {
    const { refresh, results, logger } = this.#options;
    try {
      const result = await refresh(this.#stopping.signal);
      results.inc({ result });
      logger.info({ result }, 'The daily reviews were refreshed');
    } catch (error) {
      if (error instanceof Refused && error.lasting) throw new UnrecoverableError(error.message);
      throw error;
    }
  }
}
