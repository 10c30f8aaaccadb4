import { closeAfterTests, isolatedRedis, startSwallowingProxy, until } from '@nightshelf/testing';
import { Queue } from 'bullmq';
import { expect, onTestFinished, test } from 'vitest';
import { measureQueues } from '../src/jobs/queues.ts';
import { createLogger } from '../src/logging/logger.ts';
import { createRegistry } from '../src/metrics/metrics.ts';
import { measureCommands } from '../src/redis/command-metrics.ts';
import { connectRedis } from '../src/redis/connect.ts';
import type { HealingRedisOptions } from '../src/redis/healing-redis.ts';

const logger = createLogger('test', 'silent');

const isolated = await isolatedRedis();

function connect(url: string, options: HealingRedisOptions = {}) {
  const connection = connectRedis(url, logger, options);
  closeAfterTests(async () => connection.disconnect());
  return connection;
}

const redis = connect(isolated.url);

/** Returns the values of a metric by labels. */
async function figuresOf(registry: ReturnType<typeof createRegistry>, name: string): Promise<Record<string, number>> {
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
  const failures = () => figuresOf(registry, 'redis_command_failures_total');
  const proxy = await startSwallowingProxy(isolated.url);
  const quick = { commandTimeout: 300, silenceMs: 60_000, idleMs: 60_000 };
  const durable = measured(connect(proxy.url, quick), 'durable');
  const cache = measured(connect(isolated.url), 'cache');
  expect(await failures()).toEqual({ durable: 0, cache: 0, queue: 0 });
  await until('it is connected', () => durable.ping());
  const before = await figuresOf(registry, 'redis_command_seconds_count');
  await Promise.all([durable.set('text', 'a'), durable.pipeline().get('text').get('text').exec(), cache.ping()]);
  const after = await figuresOf(registry, 'redis_command_seconds_count');
  expect(Number(after.durable) - Number(before.durable)).toBe(3);
  await expect(durable.hget('text', 'field')).rejects.toThrow('WRONGTYPE');
  expect(await failures()).toEqual({ durable: 1, cache: 0, queue: 0 });
  proxy.swallow();
  await Promise.allSettled([durable.get('text'), durable.get('text')]);
  expect(await failures()).toEqual({ durable: 3, cache: 0, queue: 0 });
  // Neither counts as a duration.
  expect((await figuresOf(registry, 'redis_command_seconds_count')).durable).toBe(after.durable);
});

test('every process that works on a queue reports its depth', async () => {
  const queue = new Queue('counted', { connection: { url: isolated.url } });
  onTestFinished(() => queue.close());
  await queue.addBulk([1, 2, 3].map((at) => ({ name: 'one', data: { at } })));
  await queue.add('one', {}, { delay: 3_600_000 });
  const [first, second, idle] = [createRegistry('a'), createRegistry('b'), createRegistry('c')];
  for (const registry of [first, second]) measureQueues(registry, redis, [{ name: 'counted', counted: queue }]);
  measureQueues(idle, redis, [{ name: 'counted', counted: undefined }]);
  const counts = { 'counted waiting': 3, 'counted active': 0, 'counted delayed': 1, 'counted failed': 0 };
  for (const registry of [first, second]) expect(await figuresOf(registry, 'queue_jobs')).toEqual(counts);
  expect(await figuresOf(idle, 'queue_jobs')).toEqual({});
});

test('an unresponsive Redis delays no other metric', async () => {
  const proxy = await startSwallowingProxy(isolated.url);
  const slow = connect(proxy.url);
  const ofQueue = connect(proxy.url, { enableOfflineQueue: false });
  const queue = new Queue('silent', { connection: ofQueue });
  queue.on('error', () => undefined);
  const registry = createRegistry('a');
  measureQueues(registry, slow, [{ name: 'silent', counted: queue }]);
  await until('it answers', async () => 'silent waiting' in (await figuresOf(registry, 'queue_jobs')));
  proxy.swallow();
  const askedAt = performance.now();
  expect(await figuresOf(registry, 'queue_jobs')).toEqual({});
  // Below the command limit of five seconds, after which Prometheus would report the process as down.
  expect(performance.now() - askedAt).toBeLessThan(3000);
});
