import { randomUUID } from 'node:crypto';
import { isolatedRedis } from '@nightshelf/testing/infrastructure/infrastructure.ts';
import { until } from '@nightshelf/testing/until.ts';
import { afterAll, expect, test } from 'vitest';
import { startTestGateway } from './support/gateway.ts';

const redis = await isolatedRedis();
afterAll(() => redis.release());

test('keeps a password that Redis rejects out of all logs', async () => {
  const secret = `secret${randomUUID()}`;
  const refused = new URL(redis.url);
  refused.username = 'gateway';
  refused.password = secret;
  const gateway = await startTestGateway({ REDIS_URL: refused.href, REDIS_CACHE_URL: redis.cacheUrl });
  await until('it says so', async () => gateway.log.some((line) => line.includes('Redis is unavailable')));
  await gateway.stop();
  expect(gateway.log.filter((line) => line.includes(secret))).toEqual([]);
});
