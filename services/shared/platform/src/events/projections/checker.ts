import type { Registry } from 'prom-client';
import type { Work } from '../../database/work.ts';
import { Worker } from '../../jobs/worker.ts';
import type { Logger } from '../../logging/logger.ts';
import type { RedisClient } from '../../redis/client.ts';
import { askThrough } from './ask.ts';
import { ChecksTable, type ClaimedCheck, renewMs } from './checks-table.ts';
import type { Projection } from './projection.ts';
import { measureProjections } from './projection-metrics.ts';
import { verify } from './verify.ts';

export interface CheckerOptions {
  /** The service's name, also that of its consumer in the inbox. */
  readonly service: string;
  readonly projections: readonly Projection[];
  readonly redis: RedisClient;
  readonly work: Work;
  /** Returns the unacknowledged records of a topic; undefined when unknown. */
  readonly lag: (topic: string) => Promise<number | undefined>;
  readonly logger: Logger;
  readonly registry: Registry;
}

const lookMs = 1000;
/** How often progress is saved: an interrupted comparison repeats at most this much. */
const savedEveryMs = 1000;

/**
 * Compares a service's copies with their owners' data and fixes differences: each topic once a night, on request, after
 * missed events, and immediately when never compared. One replica at a time.
 */
export function startChecker(options: CheckerOptions): { stop(): Promise<void> } {
  const { service, projections, redis, work, lag, logger, registry } = options;
  const byTopic = new Map(projections.map((projection) => [projection.view.topic as string, projection]));
  const topics = [...byTopic.keys()];
  const table = new ChecksTable(work, topics);
  const metrics = measureProjections(registry, topics);
  for (const topic of topics) metrics.verified(topic, 0);
  const stopping = new AbortController();
  const { signal } = stopping;
  const faults = new Map<string, string>();
  let begun = false;

  const check = async (claimed: ClaimedCheck, projection: Projection) => {
    const { topic, rebuild, verifiedBefore, progress } = claimed;
    let savedAt = performance.now();
    let lost: unknown;
    const renewing = setInterval(() => void table.renew(claimed).catch((error) => (lost = error)), renewMs);
    const report = await verify({
      projection,
      consumer: service,
      rebuild,
      progress,
      onProgress: async (reached) => {
        if (performance.now() - savedAt < savedEveryMs) return;
        await table.advance(claimed, reached);
        savedAt = performance.now();
      },
      work,
      ask: askThrough(redis, topic, signal),
      lag: () => lag(topic),
      onStep: () => {
        signal.throwIfAborted();
        if (lost) throw lost;
      },
      signal,
      logger,
    }).finally(() => clearInterval(renewing));
    if (verifiedBefore && report.differences > 0) metrics.differences(topic, report.differences);
    await table.finish(claimed, report);
    faults.delete(topic);
    const { named: _, ...figures } = report;
    logger.info({ topic, ...figures }, 'Compared the copies with what their owner has');
  };

  const turn = async () => {
    if (!begun) await table.begin();
    begun = true;
    const claimed = await table.claim();
    const projection = claimed && byTopic.get(claimed.topic);
    if (claimed && projection) {
      await check(claimed, projection).catch(async (error) => {
        const { topic } = claimed;
        const fault = error instanceof Error ? error.message : String(error);
        // Due immediately when only this process ends, so that another can continue.
        await table.giveUp(claimed, fault, signal.aborted ? 0 : undefined);
        if (signal.aborted) return;
        logger[faults.get(topic) === fault ? 'debug' : 'warn']({ err: error, topic }, 'Cannot compare the copies yet');
        faults.set(topic, fault);
      });
    }
    for (const { topic, verifiedAt } of await table.states()) metrics.verified(topic, verifiedAt ?? 0);
    return claimed !== undefined;
  };

  const job = new Worker({ name: 'compare-copies', idleMs: lookMs, logger, step: turn });
  void job.start();
  return {
    stop: async () => {
      stopping.abort();
      await job.stop();
    },
  };
}
