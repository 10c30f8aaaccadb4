import { randomUUID } from 'node:crypto';
import { Gauge, type Registry } from 'prom-client';
import type { RedisClient } from '../redis/client.ts';
import { tryRedis } from '../redis/try-redis.ts';

const states = ['waiting', 'active', 'delayed', 'failed'] as const;

export interface CountedQueue {
  readonly name: string;
  /** Undefined when this process does not work on the queue. */
  readonly counted: { getJobCounts(...states: string[]): Promise<Readonly<Record<string, number>>> } | undefined;
}

/** How long a process keeps the lease to report a queue without being scraped again: a few scrapes. */
const leaseMs = 90_000;

/** KEYS: lease. ARGV: process id, lease in milliseconds. Returns 1 when the process holds the lease. */
const leaseScript = `
local holder = redis.call('get', KEYS[1])
if holder and holder ~= ARGV[1] then return 0 end
redis.call('set', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1`;

/**
 * Reports the depth of queues. Only one of the processes that work on a queue reports it, so that figures can be added
 * up. An unavailable Redis delays no other metric.
 */
export function measureQueues(registry: Registry, redis: RedisClient, queues: readonly CountedQueue[]): void {
  const self = randomUUID();
  const countsOf = async ({ name, counted }: CountedQueue) => {
    const isOurs = counted && (await redis.eval(leaseScript, 1, `queue-figures:${name}`, self, leaseMs)) === 1;
    return isOurs ? counted.getJobCounts(...states) : undefined;
  };
  new Gauge({
    name: 'queue_jobs',
    help: 'Jobs by queue and state, told by one of the processes that work them off',
    labelNames: ['queue', 'state'],
    registers: [registry],
    async collect() {
      const found = await Promise.all(queues.map((queue) => tryRedis(redis, () => countsOf(queue))));
      this.reset();
      for (const [index, { name }] of queues.entries()) {
        const counts = found[index];
        if (counts) for (const state of states) this.set({ queue: name, state }, counts[state] ?? 0);
      }
    },
  });
}
