import { gameRequested } from '@nightshelf/contracts/events/game-requests.ts';
import { startSwallowingProxy } from '@nightshelf/testing/swallowing-proxy.ts';
import { until } from '@nightshelf/testing/until.ts';
import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { startChild } from './fixtures/child.ts';
import { busServer, setup, useSetups } from './fixtures/each-setup.ts';
import { metric, recordEffects } from './fixtures/event-setup.ts';
import { findPgbouncer, startPgbouncer } from './fixtures/pgbouncer.ts';

useSetups();

const many = Array.from({ length: 64 }, (_, index) => `game-${index}`);
const record = (version?: number) => setup.record(many, version);
const allPublished = (ms?: number) => until('all is published', async () => (await setup.unpublished()) === 0, ms);
const handledAll = (version: number) =>
  until(
    'the last effects are there',
    async () => (await setup.effects()).filter((what) => what.endsWith(` ${version}`)).length === many.length,
    40_000,
  );
const expectOneEffectEach = async () => {
  const effects = await setup.effects();
  expect(effects).toHaveLength(new Set(effects).size);
};

test('two relays publish every event once and in order per key', async () => {
  for (let relays = 0; relays < 2; relays += 1) setup.startRelay();
  for (let version = 1; version <= 10; version += 1) await record(version);
  await allPublished();
  const held = (await setup.bus.read(gameRequested.topic)).map(({ key, value }) => ({
    key,
    version: JSON.parse(value).aggregateversion as number,
  }));
  expect(held).toHaveLength(many.length * 10);
  for (const events of Map.groupBy(held, ({ key }) => key).values()) {
    expect(events.map(({ version }) => version)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  }
});

test('a suspended relay hands over within seconds, loses nothing, and is harmless when it resumes', async () => {
  setup.startConsumer([recordEffects]);
  const proxy = await startSwallowingProxy(busServer.address.url);
  const frozen = startChild('relay-process.ts', [{ ...busServer.address, url: proxy.url }, setup.databaseUrl]);
  await record();
  await allPublished(60_000);
  // The bus does not respond, so the relay is suspended in the middle of a batch.
  proxy.swallow();
  await record(2);
  const lock = `select 1 from pg_locks where locktype = 'advisory' and granted
    and database = (select oid from pg_database where datname = current_database())`;
  await until('it is publishing', async () => (await setup.query(lock)).length > 0);
  frozen.process.kill('SIGSTOP');
  const suspendedAt = performance.now();
  setup.startRelay();
  await allPublished();
  expect(performance.now() - suspendedAt).toBeLessThan(10_000);
  frozen.process.kill('SIGCONT');
  await record(3);
  await allPublished();
  await handledAll(3);
  await expectOneEffectEach();
});

test.each(['database', 'Redis'])('continues publishing within seconds when the %s connections hang', async (which) => {
  const proxy = await startSwallowingProxy(which === 'Redis' ? busServer.address.url : setup.databaseUrl);
  const { url } = proxy;
  setup.startRelay(which === 'Redis' ? { bus: setup.open({ ...busServer.address, url }) } : { databaseUrl: url });
  await record();
  await allPublished();
  proxy.swallow();
  await record(2);
  await allPublished();
});

test('reports the backlog even when no relay can publish', async () => {
  const registry = new Registry();
  setup.startRelay({ registry, bus: setup.open({ ...busServer.address, url: 'redis://127.0.0.1:1' }) });
  await record();
  await until('it is reported', async () => (await metric(registry, 'outbox_depth')) === 64);
  await until('its age too', async () => Number(await metric(registry, 'outbox_oldest_seconds')) > 0);
});

test.skipIf(findPgbouncer() === null)('relays work behind a transaction-pooling proxy', async () => {
  const pooler = await startPgbouncer(setup.databaseUrl);
  setup.startConsumer([recordEffects]);
  for (let relays = 0; relays < 3; relays += 1) setup.startRelay({ databaseUrl: pooler.url });
  for (let version = 1; version <= 5; version += 1) await record(version);
  await allPublished();
  await handledAll(5);
  await expectOneEffectEach();
});
