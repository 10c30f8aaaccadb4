import { gameRequested } from '@nightshelf/contracts/events/game-requests.ts';
import { until } from '@nightshelf/testing/until.ts';
import { Registry } from 'prom-client';
import { afterEach, expect, test } from 'vitest';
import { on } from '../src/events/handler.ts';
import { type Child, startChild } from './fixtures/child.ts';
import { busServer, useWorlds, world } from './fixtures/each-world.ts';
import { findPgbouncer, startPgbouncer } from './fixtures/pgbouncer.ts';
import { type SwallowingProxy, startSwallowingProxy } from './fixtures/swallowing-proxy.ts';

const children: Child[] = [];
const proxies: SwallowingProxy[] = [];

// Hooks run in reverse order.
afterEach(() => Promise.all(proxies.splice(0).map((proxy) => proxy.close())));
useWorlds();
afterEach(() => Promise.all(children.splice(0).map((child) => child.kill())));

const spawnRelay = (env: NodeJS.ProcessEnv = {}) => {
  const child = startChild('relay-process.ts', [busServer.address, world.databaseUrl], env);
  children.push(child);
  return child;
};
const record = (guids: readonly string[], version = 1) =>
  world.work.transaction(async ({ publish }) => {
    for (const guid of guids) publish(gameRequested, { data: { guid }, version });
  });
const many = Array.from({ length: 64 }, (_, index) => `game-${index}`);
const unpublished = async () =>
  (await world.query<{ count: number }>('select count(*)::int as count from outbox where published_at is null'))[0]
    ?.count;
const allPublished = (ms?: number) => until('all is published', async () => (await unpublished()) === 0, ms);
/** Returns the number of partitions of each live relay. */
const spread = async () =>
  (
    await world.query<{ count: number }>(
      `select count(*)::int as count from outbox_shares where expires_at > clock_timestamp() and holder is not null
       group by holder order by count`,
    )
  ).map(({ count }) => count);
const recordEffects = on(gameRequested, async ({ em, data, version }) => {
  await em.execute('insert into effects (what) values (?)', [`${data.guid} ${version}`]);
});
const metric = async (registry: Registry, name: string) =>
  (await registry.getMetricsAsJSON()).find((one) => one.name === name)?.values[0]?.value;
/** Returns how many of these processes report that they publish each partition. */
const publishers = async (...registries: Registry[]) => {
  const told = await Promise.all(registries.map((registry) => registry.getSingleMetric('outbox_share_held')?.get()));
  const held = told.flatMap((metric) => metric?.values ?? []).filter(({ value }) => value === 1);
  return Array.from({ length: 8 }, (_, share) => held.filter(({ labels }) => labels.share === share).length).join('');
};
const proxied = (url: string, port: number) => {
  const through = new URL(url);
  through.hostname = '127.0.0.1';
  through.port = String(port);
  return through.toString();
};
const proxyTo = async (url: string) => {
  const proxy = await startSwallowingProxy(() => Number(new URL(url).port));
  proxies.push(proxy);
  return { proxy, url: proxied(url, proxy.port) };
};

test('relays share the partitions, and rebalance them when one joins or dies', async () => {
  const [one, other] = [new Registry(), new Registry()];
  world.startRelay(one);
  await until('it has all', async () => (await spread()).join() === '8');
  expect(await publishers(one)).toBe('11111111');
  const second = world.startRelay(other);
  await until('each has half', async () => (await spread()).join() === '4,4');
  expect(await publishers(one, other)).toBe('11111111');
  await second.stop();
  await until('it has all again', async () => (await spread()).join() === '8');
  const child = spawnRelay();
  await until('each has half', async () => (await spread()).join() === '4,4', 60_000);
  await record(many);
  await allPublished();
  await child.kill();
  await record(many, 2);
  await allPublished();
  await until('the other has all', async () => (await spread()).join() === '8');
});

test('a suspended relay loses its partitions within seconds, and is harmless when it resumes', async () => {
  world.startConsumer([recordEffects]);
  const frozen = spawnRelay();
  await record(many);
  await allPublished(60_000);
  world.startRelay();
  await until('each has half', async () => (await spread()).join() === '4,4');
  frozen.process.kill('SIGSTOP');
  await record(many, 2);
  await allPublished();
  const fences = await world.query('select fence from outbox_shares where holder is not null order by share');
  frozen.process.kill('SIGCONT');
  await record(many, 3);
  await allPublished();
  await until(
    'every effect is there',
    async () => (await world.effects()).filter((what) => what.endsWith(' 3')).length === 64,
    40_000,
  );
  expect((await world.effects()).length).toBe(new Set(await world.effects()).size);
  expect(fences).toHaveLength(8);
});

test('a relay cannot change a partition that has passed to another', async () => {
  await record(['a']);
  world.startRelay();
  await allPublished();
  const [before] = await world.query<{ fence: string }>('select fence from outbox_shares where share = 0');
  await world.query(`update outbox_shares set holder = 'another', fence = fence + 1,
    expires_at = clock_timestamp() + interval '1 hour'`);
  await record(['b']);
  await until('it is on the bus at most late', async () => (await spread()).join() === '8');
  expect(
    (await world.query<{ holder: string }>('select distinct holder from outbox_shares')).map(({ holder }) => holder),
  ).toEqual(['another']);
  await world.query(`update outbox_shares set expires_at = '-infinity'`);
  await allPublished();
  const [after] = await world.query<{ fence: string }>('select fence from outbox_shares where share = 0');
  // One more for each take: a relay delayed by the machine takes it twice.
  expect(Number(after?.fence)).toBeGreaterThanOrEqual(Number(before?.fence) + 2);
});

test('continues publishing within seconds when the database connections hang', async () => {
  const { proxy, url } = await proxyTo(world.databaseUrl);
  world.startRelay(new Registry(), world.open(), url);
  await record(many);
  await allPublished();
  proxy.swallow();
  await record(many, 2);
  await allPublished();
});

test('continues publishing within seconds when the Redis connections hang', async () => {
  const { proxy, url } = await proxyTo(busServer.address.url);
  world.startRelay(new Registry(), world.open({ ...busServer.address, url }));
  await record(many);
  await allPublished();
  proxy.swallow();
  await record(many, 2);
  await allPublished();
});

test('reports the backlog even when no relay can publish', async () => {
  const registry = new Registry();
  world.startRelay(registry, world.open({ ...busServer.address, url: 'redis://127.0.0.1:1' }));
  await record(many);
  await until('it is told', async () => (await metric(registry, 'outbox_depth')) === 64);
  await until('its age too', async () => Number(await metric(registry, 'outbox_oldest_seconds')) > 0);
});

test.skipIf(findPgbouncer() === null)('relays work behind a transaction-pooling proxy', async () => {
  const pooler = await startPgbouncer(world.databaseUrl);
  try {
    world.startConsumer([recordEffects]);
    for (let relays = 0; relays < 3; relays += 1) world.startRelay(new Registry(), world.open(), pooler.url);
    await until('they share', async () => (await spread()).join() === '2,3,3');
    for (let version = 1; version <= 5; version += 1) await record(many, version);
    await allPublished();
    await until(
      'the last effects are there',
      async () => (await world.effects()).filter((what) => what.endsWith(' 5')).length === 64,
      40_000,
    );
    expect((await world.effects()).length).toBe(new Set(await world.effects()).size);
  } finally {
    await pooler.stop();
  }
});

test('relays whose clocks are a week ahead or behind lose no unhandled event', async () => {
  // The second relay that is ahead meets the events that the first has published.
  const offsets = ['+7d', '+7d', '-7d'];
  for (const [at, offset] of offsets.entries()) {
    const child = spawnRelay({
      LD_PRELOAD: '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1',
      FAKETIME: offset,
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    });
    await record(many, at + 1);
    await allPublished(60_000);
    await child.kill();
  }
  world.startConsumer([recordEffects]);
  const count = offsets.length * many.length;
  await until('every effect is there', async () => (await world.effects()).length === count, 60_000);
}, 160_000);
