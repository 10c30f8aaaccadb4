import { userRegistered } from '@nightshelf/contracts/events/users.ts';
import { createDatabase, startSwallowingProxy, until } from '@nightshelf/testing';
import { OwnRedis } from '@nightshelf/testing/infrastructure/own-redis.ts';
import { expect, test } from 'vitest';
import { on } from '../src/events/handler.ts';
import { startNotes } from './fixtures/notes.ts';

/** An instance with an event consumer, whose Redis, also its bus, is unavailable. */
async function startWithoutRedis(roles: string) {
  const redis = await OwnRedis.start();
  await redis.end();
  const database = await createDatabase('readiness');
  const env = { REDIS_URL: redis.url, REDIS_CACHE_URL: redis.url, ROLES: roles };
  const handlers = [on(userRegistered, async () => undefined)];
  const service = await startNotes({ databaseUrl: database.url, env, handlers });
  return { service, redis };
}

test('a serving instance is ready and writes without Redis and the bus, and reports them as degraded', async () => {
  const { service, redis } = await startWithoutRedis('http,consumers');
  const lacking = { redis: expect.any(String), consumer: expect.any(String) };
  expect(await service.health('/readyz')).toMatchObject({ status: 200, faults: {}, degraded: lacking });
  expect(await service.write()).toBe(200);
  await redis.start();
  await until('it lacks nothing', async () => Object.keys((await service.health('/readyz')).degraded).length === 0);
});

test('an instance that only consumes events is ready once it receives them', async () => {
  const { service, redis } = await startWithoutRedis('consumers');
  const lacking = { redis: expect.any(String), consumer: expect.any(String) };
  expect(await service.health('/readyz')).toMatchObject({ status: 503, faults: lacking });
  await redis.start();
  await until('it is ready', async () => (await service.health('/readyz')).status === 200);
});

test('passes the liveness probe before the database is reachable', async () => {
  const database = await createDatabase('alive');
  const proxy = await startSwallowingProxy(database.url);
  const service = await startNotes({ databaseUrl: proxy.url, migrateUrl: database.url });
  proxy.swallowNew(true);
  proxy.swallow();
  expect((await service.health('/readyz')).status).toBe(503);
  expect(await service.health('/healthz')).toMatchObject({ status: 200, faults: {} });
});
