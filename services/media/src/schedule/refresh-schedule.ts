import { type CountedQueue, connectToQueue, connectWorker } from '@nightshelf/platform/jobs/queues.ts';
import type { Job } from '@nightshelf/platform/jobs/worker.ts';
import type { RedisClient } from '@nightshelf/platform/redis/client.ts';
import type { Foundation } from '@nightshelf/platform/service/service-definition.ts';
import { type JobsOptions, Queue, UnrecoverableError, Worker } from 'bullmq';
import type { Counter } from 'prom-client';
import type { Channel } from '../channels/load-channels.ts';
import type { MediaSettings } from '../config.ts';
import { dateOf, hasTodaysReviews, refreshReviews } from '../reviews/daily-reviews.ts';
import { CallFailed, Refused } from '../youtube/client.ts';
import type { VideoSource } from '../youtube/video-source.ts';

const queueName = 'daily-reviews';
const schedulerId = 'refresh-daily';

/** With doubling delays, the last attempt is about eight hours after the first. */
const attempts = 10;

/** In milliseconds. Retry delay when Redis or PostgreSQL was unavailable while making the schedule. */
const retryAfterFaultMs = 2000;

interface Parts extends Omit<Foundation<MediaSettings>, 'cache' | 'registry'> {
  readonly source: VideoSource;
  readonly channels: readonly Channel[];
  readonly results: Counter<'result'>;
}

/** Runs the refresh once a day across all replicas, and at startup when today's videos are missing. */
export class RefreshSchedule implements Job, CountedQueue {
  readonly name = queueName;
  readonly #parts: Parts;
  readonly #stopping = new AbortController();
  #queue: Queue | undefined;
  #worker: Worker | undefined;
  #connections: readonly RedisClient[] = [];
  #checkingToday: Promise<boolean> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  get counted(): Queue | undefined {
    return this.#queue;
  }

  async start(): Promise<void> {
    const { settings, logger, results, measureConnection } = this.#parts;
    const ofQueue = connectToQueue(settings.REDIS_URL, queueName, logger, { enableOfflineQueue: false });
    const ofWorker = connectWorker(settings.REDIS_URL, queueName, logger);
    this.#connections = [measureConnection(ofQueue.connection, 'queue'), ofWorker.connection];
    this.#queue = new Queue(queueName, ofQueue);
    this.#worker = new Worker(queueName, () => this.#run(), ofWorker);
    const onError = (err: Error) => logger.debug({ err }, 'The queue of the daily reviews has no Redis');
    this.#queue.on('error', onError);
    this.#worker.on('error', onError);
    this.#worker.on('failed', (job, err) => {
      results.inc({ result: 'failed' });
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
    const force = this.#parts.redis.status !== 'ready';
    await Promise.all([this.#worker?.close(force), this.#queue?.close()]);
    // BullMQ does not close the connections it was given.
    for (const connection of this.#connections) connection.disconnect();
    // The check uses the database, which closes next.
    await this.#checkingToday?.catch(() => undefined);
  }

  /** Checks the schedule repeatedly, because an emptied Redis loses it. */
  async #keepSchedule(starting: boolean): Promise<void> {
    const { settings, logger } = this.#parts;
    const checkMs = settings.REVIEWS_SCHEDULE_CHECK_SECONDS * 1000;
    const fault = await this.#assertSchedule(starting).then(
      () => undefined,
      (error: unknown) => error,
    );
    if (this.#stopping.signal.aborted) return;
    if (fault) logger.warn({ err: fault }, 'Could not check the schedule of the daily reviews');
    const next = () => this.#keepSchedule(starting && fault !== undefined);
    this.#timer = setTimeout(next, fault ? Math.min(retryAfterFaultMs, checkMs) : checkMs);
  }

  async #assertSchedule(starting: boolean): Promise<void> {
    const { settings, work } = this.#parts;
    if (!this.#queue || (!starting && (await this.#queue.getJobScheduler(schedulerId)))) return;
    if (this.#stopping.signal.aborted) return;
    const opts: JobsOptions = {
      attempts,
      backoff: { type: 'exponential', delay: settings.REVIEWS_RETRY_SECONDS * 1000, jitter: 0.5 },
      // A kept job would block a restart from retrying under the same id.
      removeOnComplete: true,
      removeOnFail: true,
    };
    this.#checkingToday = hasTodaysReviews(work);
    // All replicas use the same id, so that only one job is added.
    const jobId = `today-${dateOf(new Date())}`;
    if (!(await this.#checkingToday)) await this.#queue.add('refresh', {}, { ...opts, jobId });
    // Runs last, so that a failure before it is retried.
    const repeat = { pattern: settings.REVIEWS_REFRESH_PATTERN, tz: 'UTC' };
    await this.#queue.upsertJobScheduler(schedulerId, repeat, { name: 'refresh', opts });
  }

  async #run(): Promise<void> {
    const { results, logger } = this.#parts;
    try {
      const result = await refreshReviews(this.#parts, this.#stopping.signal);
      results.inc({ result });
      logger.info({ result }, 'The daily reviews were refreshed');
    } catch (error) {
      if (error instanceof Refused && error.lasting) throw new UnrecoverableError(error.message);
      throw error;
    }
  }
}
