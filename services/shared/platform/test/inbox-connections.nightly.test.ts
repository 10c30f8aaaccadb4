import { startSwallowingProxy, until } from '@nightshelf/testing';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createDatabase } from '../src/database/database.ts';
import { requestLimits } from '../src/database/limits.ts';
import { Work } from '../src/database/work.ts';
import { createRegistry } from '../src/metrics/metrics.ts';
import { busServer, setup, useSetups } from './fixtures/each-setup.ts';
import { logger, recordEffects } from './fixtures/event-setup.ts';

const closings: (() => Promise<unknown>)[] = [];

// Hooks run in reverse order.
afterEach(async () => {
  for (const close of closings.splice(0).reverse()) await close();
});
useSetups();
beforeEach(() => void setup.startRelay());

const proxyTo = async (url: string) => {
  const proxy = await startSwallowingProxy(url);
  closings.push(() => proxy.close());
  return proxy;
};
/** Connects to the database at another address, with a statement limit of half a second. */
const workThrough = async (url: string) => {
  const limits = { ...requestLimits, statementMs: 500, answerMs: 200 };
  const registry = createRegistry('through');
  const orm = await createDatabase({ url, pool: 5, entities: [], migrations: [], logger, registry, limits });
  closings.push(() => orm.close(true));
  return new Work(orm, 'through', () => undefined);
};
/** Keys of every partition. */
const guids = Array.from({ length: 40 }, (_, index) => `game-${index}`);
const record = (version: number) => setup.record(guids, version);
/** Asserts that every event up to this version had exactly one effect. */

const expectEffects = async (version: number) => {
  const count = version * guids.length;
  await until('every effect is there', async () => (await setup.effects()).length >= count);
  expect(await setup.effects()).toHaveLength(count);
  expect(new Set(await setup.effects()).size).toBe(count);
};

test('handles events again within seconds when the database connections hang', async () => {
  const proxy = await proxyTo(setup.databaseUrl);
  setup.startConsumer([recordEffects], new Registry(), 'test', { work: await workThrough(proxy.url) });
  await record(1);
  await expectEffects(1);
  expect(proxy.passing()).toBeGreaterThan(0);
  proxy.swallow();
  await record(2);
  await expectEffects(2);
});

test('receives events again within seconds when the Redis connections hang', async () => {
  const proxy = await proxyTo(busServer.address.url);
  setup.startConsumer([recordEffects], new Registry(), 'test', {
    bus: setup.open({ ...busServer.address, url: proxy.url }),
  });
  await record(1);
  await expectEffects(1);
  expect(proxy.passing()).toBeGreaterThan(0);
  proxy.swallow();
  await record(2);
  await expectEffects(2);
});
