import { Gauge, type Registry } from 'prom-client';
import type { Logger } from '../logging/logger.ts';
import { type RedisClient, tryRedis } from '../redis/client.ts';
import { connectToOne } from '../redis/connect.ts';
import { type HealingRedis, type HealingRedisOptions, placeOf } from '../redis/healing-redis.ts';

/**
 * Time without a response after which a worker's connection counts as dead: above the 10 seconds that BullMQ blocks one
 * at most, below the 30 seconds after which a job counts as abandoned.
 */
const silenceMs = 15_000;

/** The connection options of a BullMQ queue. The owner must end the connection, because BullMQ does not. */
interface QueuePlace {
  readonly connection: HealingRedis;
  readonly prefix: string;
}

/**
 * Returns the key prefix of a BullMQ queue. In a cluster BullMQ's scripts need all keys in one slot, that of the name
 * in braces; elsewhere the prefix stays unchanged for the sake of queued jobs.
 * @param address of the Redis
 */
const prefixOf = (address: string, name: string) => (placeOf(address).nodes ? `bull:{${name}}` : 'bull');

/** Connects to add jobs to a queue or inspect it. BullMQ batches commands itself. */
export function connectToQueue(
  address: string,
  name: string,
  logger: Logger,
  options: HealingRedisOptions = {},
): QueuePlace {
  const connection = connectToOne(address, logger, { enableAutoPipelining: false, ...options });
  return { connection, prefix: prefixOf(address, name) };
}

/**
 * Connects a worker, which waits for Redis without limit as BullMQ requires; BullMQ duplicates the connection for
 * blocking commands.
 */
export const connectWorker = (address: string, name: string, logger: Logger): QueuePlace =>
  connectToQueue(address, name, logger, { maxRetriesPerRequest: null, commandTimeout: undefined, silenceMs });

const states = ['waiting', 'active', 'delayed', 'failed'] as const;

export interface CountedQueue {
  readonly name: string;
  /** Undefined when this process does not work on the queue. */
  readonly counted: { getJobCounts(...states: string[]): Promise<Readonly<Record<string, number>>> } | undefined;
}

/**
 * Reports the depth of queues: every process that works on a queue reports the same figures. An unavailable Redis
 * delays no other metric.
 */
export function measureQueues(registry: Registry, redis: RedisClient, queues: readonly CountedQueue[]): void {
  new Gauge({
    name: 'queue_jobs',
    help: 'Jobs by queue and state; the same from every process that works on the queue',
    labelNames: ['queue', 'state'],
    registers: [registry],
    async collect() {
      const counting = queues.map(({ counted }) => tryRedis(redis, async () => counted?.getJobCounts(...states)));
      const found = await Promise.all(counting);
      this.reset();
      for (const [index, { name }] of queues.entries()) {
        const counts = found[index];
        if (counts) for (const state of states) this.set({ queue: name, state }, counts[state] ?? 0);
      }
    },
  });
}
