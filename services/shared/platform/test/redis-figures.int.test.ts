import { type IsolatedRedis, isolatedRedis, startSwallowingProxy, until } from '@nightshelf/testing';
import { Queue } from 'bullmq';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { measureQueues } from '../src/jobs/queues.ts';
import { createLogger } from '../src/logging/logger.ts';
import { createRegistry } from '../src/metrics/metrics.ts';
import type { RedisClient } from '../src/redis/client.ts';
import { measureCommands } from '../src/redis/command-metrics.ts';
import { connectRedis } from '../src/redis/connect.ts';

const logger = createLogger('test', 'silent');

let isolated: IsolatedRedis;
let redis: RedisClient;

beforeAll(async () => {
  isolated = await isolatedRedis();
  redis = connectRedis(isolated.url, logger);
});

afterAll(async () => {
  redis.disconnect();
  await isolated.release();
});

/** Returns the values of a metric by labels. */
async function told(registry: ReturnType<typeof createRegistry>, name: string): Promise<Record<string, number>> {
  const lines = (await registry.metrics()).split('\n').filter((line) => line.startsWith(`${name}{`));
  return Object.fromEntries(
    lines.map((line) => [
      [...line.matchAll(/(?:connection|queue|state)="([^"]*)"/g)].map(([, is]) => is).join(' '),
      Number(line.split(' ').at(-1)),
    ]),
  );
}

test('measures Redis commands by use, and counts rejected commands and timeouts', async () => {
  const registry = createRegistry('test');
  const measured = measureCommands(registry);
  const failures = () => told(registry, 'redis_command_failures_total');
  const proxy = await startSwallowingProxy(isolated.url);
  const quick = { commandTimeout: 300, silenceMs: 60_000, idleMs: 60_000 };
  const durable = measured(connectRedis(proxy.url, logger, quick), 'durable');
  const cache = measured(connectRedis(isolated.url, logger), 'cache');
  try {
    expect(await failures()).toEqual({ durable: 0, cache: 0, queue: 0 });
    await until('it is connected', () => durable.ping());
    const before = await told(registry, 'redis_command_seconds_count');
    await Promise.all([durable.set('text', 'a'), durable.pipeline().get('text').get('text').exec(), cache.ping()]);
    const after = await told(registry, 'redis_command_seconds_count');
    expect(Number(after.durable) - Number(before.durable)).toBe(3);
    await expect(durable.hget('text', 'field')).rejects.toThrow('WRONGTYPE');
    expect(await failures()).toEqual({ durable: 1, cache: 0, queue: 0 });
    proxy.swallow();
    await Promise.allSettled([durable.get('text'), durable.get('text')]);
    expect(await failures()).toEqual({ durable: 3, cache: 0, queue: 0 });
    // Neither counts as a duration.
    expect((await told(registry, 'redis_command_seconds_count')).durable).toBe(after.durable);
  } finally {
    durable.disconnect();
    cache.disconnect();
    await proxy.close();
  }
});

test('exactly one of the processes that work on a queue reports its depth', async () => {
  const queue = new Queue('counted', { connection: { url: isolated.url } });
  try {
    await queue.addBulk([1, 2, 3].map((at) => ({ name: 'one', data: { at } })));
    await queue.add('one', {}, { delay: 3_600_000 });
    const [first, second, idle] = [createRegistry('a'), createRegistry('b'), createRegistry('c')];
    for (const registry of [first, second]) measureQueues(registry, redis, [{ name: 'counted', counted: queue }]);
    measureQueues(idle, redis, [{ name: 'counted', counted: undefined }]);
    const all = async () => [
      await told(first, 'queue_jobs'),
      await told(second, 'queue_jobs'),
      await told(idle, 'queue_jobs'),
    ];
    const counts = { 'counted waiting': 3, 'counted active': 0, 'counted delayed': 1, 'counted failed': 0 };
    expect(await all()).toEqual([counts, {}, {}]);
    expect(await all()).toEqual([counts, {}, {}]);
    // The first process has died.
    await redis.del('queue-figures:counted');
    expect(await told(second, 'queue_jobs')).toEqual(counts);
    expect(await told(first, 'queue_jobs')).toEqual({});
  } finally {
    await queue.close();
  }
});

test('an unresponsive Redis delays no other metric', async () => {
  const proxy = await startSwallowingProxy(isolated.url);
  const slow = connectRedis(proxy.url, logger);
  const ofQueue = connectRedis(proxy.url, logger, { enableOfflineQueue: false });
  const queue = new Queue('silent', { connection: ofQueue });
  queue.on('error', () => undefined);
  try {
    const registry = createRegistry('a');
    measureQueues(registry, slow, [{ name: 'silent', counted: queue }]);
    await until('it answers', async () => 'silent waiting' in (await told(registry, 'queue_jobs')));
    proxy.swallow();
    const askedAt = performance.now();
    expect(await told(registry, 'queue_jobs')).toEqual({});
    // Below the command limit of five seconds, after which Prometheus would report the process as down.
    expect(performance.now() - askedAt).toBeLessThan(3000);
  } finally {
    slow.disconnect();
    ofQueue.disconnect();
    await proxy.close();
  }
});
