import { isolatedRedis } from '@nightshelf/testing/infrastructure/infrastructure.ts';
import { Redis } from 'ioredis';
import { Registry } from 'prom-client';
import { afterAll, expect, test } from 'vitest';
import { measureSessions } from '../src/redis-metrics.ts';
import { Sessions } from './support/sessions.ts';

const isolated = await isolatedRedis();
const redis = new Redis(isolated.url);
afterAll(() => redis.disconnect());

/** Returns the figure of a gateway that has just started. */
async function received(of = redis): Promise<number | undefined> {
  const registry = new Registry();
  measureSessions(of, registry);
  const found = /^sessions_kept (\d+)$/m.exec(await registry.metrics());
  return found ? Number(found[1]) : undefined;
}

test('counts few sessions, estimates many from a sample, and reports none while Redis is down', async () => {
  const sessions = new Sessions(isolated.url);
  const [ada] = [await sessions.signIn(), await sessions.signIn('bob')];
  expect(await received()).toBe(2);
  await sessions.end(ada);
  expect(await received()).toBe(1);

  const filling = redis.pipeline();
  for (let at = 0; at < 12_000; at += 1) filling.set(at % 3 ? `session:${at}` : `other:${at}`, '');
  await filling.exec();
  const many = Number(await received());
  expect(Math.abs(many - 8001)).toBeLessThan(800);

  const away = new Redis('redis://127.0.0.1:1', { maxRetriesPerRequest: 0, enableOfflineQueue: false });
  away.on('error', () => undefined);
  expect(await received(away)).toBeUndefined();
  away.disconnect();
});
