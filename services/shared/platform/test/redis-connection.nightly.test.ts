import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { collectNotifications, isolatedRedis, startSwallowingProxy, until } from '@nightshelf/testing';
import { expect, onTestFinished, test } from 'vitest';
import { isDependencyFault } from '../src/errors/dependency-faults.ts';
import { RedisNotifier } from '../src/live/notifier.ts';
import { createLogger } from '../src/logging/logger.ts';
import { createRegistry } from '../src/metrics/metrics.ts';
import { connectRedis } from '../src/redis/connect.ts';
import type { HealingRedisOptions } from '../src/redis/healing-redis.ts';

const logger = createLogger('test', 'silent');
const quick = { commandTimeout: 1000, silenceMs: 1000, idleMs: 60_000 };

const isolated = await isolatedRedis();
const proxy = await startSwallowingProxy(isolated.url);

async function open(options: HealingRedisOptions = {}) {
  const redis = connectRedis(proxy.url, logger, { ...quick, ...options });
  onTestFinished(() => redis.disconnect());
  await until('it is connected', () => redis.ping());
  return redis;
}

const faultOf = (promise: Promise<unknown>) => promise.then(() => undefined).catch((error: unknown) => error);

test('a process ends as soon as it has closed its connection', async () => {
  const source = (path: string) => JSON.stringify(join(import.meta.dirname, '../src', path));
  const script = `
    import { createLogger } from ${source('logging/logger.ts')};
    import { connectRedis } from ${source('redis/connect.ts')};
    const redis = connectRedis(${JSON.stringify(isolated.url)}, createLogger('test', 'silent'), { silenceMs: 600_000 });
    await redis.set('text', 'stored');
    redis.disconnect();`;
  await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], { timeout: 60_000 });
  const redis = await open();
  expect(await redis.get('text')).toBe('stored');
});

test('commands on a silent connection fail in bounded time, and the next ones use a new one', async () => {
  const redis = await open();
  proxy.swallow();
  const started = performance.now();
  const faults = await Promise.all(Array.from({ length: 10 }, () => faultOf(redis.incr('lost'))));
  expect(faults.map((fault) => isDependencyFault(fault))).toEqual(Array(10).fill(true));
  // Below the default limit of five seconds.
  expect(performance.now() - started).toBeLessThan(4500);
  // Commands that were reported as failed are not resent.
  expect(await until('commands work again', async () => [await redis.get('lost')])).toEqual([null]);
});

test('a connection with a blocking read recovers', async () => {
  const reader = await open({ enableAutoPipelining: false, commandTimeout: 4000, silenceMs: 3000 });
  const writer = await open();
  const read = async () => {
    const answer = await reader.xread('COUNT', 1, 'BLOCK', 400, 'STREAMS', 'stream', '0');
    return answer?.[0]?.[1][0]?.[1];
  };
  expect(await read()).toBeUndefined();
  proxy.swallow();
  await until('the writer is back', () => writer.xadd('stream', '*', 'what', 'news'));
  expect(await until('the reader is back', read)).toEqual(['what', 'news']);
});

test('an idle connection, such as a subscription, detects a fault itself', async () => {
  const subscriber = await open({ idleMs: 200 });
  const publisher = connectRedis(isolated.url, logger);
  onTestFinished(() => publisher.disconnect());
  const heard: string[] = [];
  subscriber.on('message', (_, message) => heard.push(message));
  const channel = `channel:${isolated.url}`;
  await subscriber.subscribe(channel);
  proxy.swallow();
  await until('a message is heard', async () => {
    await publisher.publish(channel, 'hello');
    return heard.length > 0;
  });
});

test('does not report a slow Redis as dead', async () => {
  const redis = await open({ commandTimeout: 300, silenceMs: 8000 });
  let closed = 0;
  redis.on('close', () => {
    closed += 1;
  });
  // A slow command fails for its caller, but the connection stays.
  expect(isDependencyFault(await faultOf(redis.blpop('nothing', 1)))).toBe(true);
  await until('the connection answers', () => redis.ping());
  expect(closed).toBe(0);
});

test('recovers when the first command of a new connection gets no response', async () => {
  const redis = await open();
  let closed = 0;
  redis.on('close', () => {
    closed += 1;
  });
  proxy.swallowNew(true);
  proxy.swallow();
  await faultOf(redis.ping());
  await until('a new connection was given up', () => closed >= 2);
  proxy.swallowNew(false);
  await until('commands work again', () => redis.ping());
});

test('drops and counts notifications beyond the limit in flight while Redis is silent', async () => {
  const registry = createRegistry('notifications');
  const notifier = new RedisNotifier(await open(), registry);
  const heard = await collectNotifications(isolated.url);
  const notifyAny = () => {
    const user = randomUUID();
    notifier.notify([{ to: { user }, event: 'vault', data: {} }]);
    return heard.to({ user });
  };
  const count = async (outcome: string) => {
    const metric = await registry.getSingleMetric('live_hints_total')?.get();
    return metric?.values.find(({ labels }) => labels.outcome === outcome)?.value ?? 0;
  };
  const user = randomUUID();
  notifier.notify(Array(3).fill({ to: { user }, event: 'followers', data: {} }));
  await until('one is heard', () => heard.to({ user }).length > 0);
  expect(heard.to({ user })).toEqual([{ event: 'followers', data: {} }]);
  proxy.swallow();
  const began = performance.now();
  for (let at = 0; at < 20_000; at += 1) notifyAny();
  expect(performance.now() - began).toBeLessThan(10_000);
  expect(await count('dropped')).toBeGreaterThanOrEqual(19_000);
  const last = randomUUID();
  await until('it publishes notifications again', () => {
    notifier.notify([{ to: { user: last }, event: 'vault', data: {} }]);
    return heard.to({ user: last }).length > 0;
  });
  await until('each is counted', async () => (await count('dropped')) >= 20_000);
});
