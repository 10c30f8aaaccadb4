import { searchExternalGames } from '@nightshelf/contracts/calls/catalog.ts';
import { someIdentity } from '@nightshelf/testing';
import { beforeEach, expect, test } from 'vitest';
import type { Caller } from '../src/providers/game-provider.ts';
import { anotherLimiter, startCatalog, storeGames } from './catalog.ts';

const catalog = await startCatalog();
await storeGames(catalog, [{ guid: '3030-1', name: 'Metroid of the Shelf' }]);
const { redis, replica } = await anotherLimiter(catalog);

beforeEach(async () => {
  await redis.flushdb();
  await catalog.cache.flushdb();
  await catalog.provider.forget();
});

const visitor = (network: string): Caller => ({ kind: 'visitor', network });
const user = (userId: string, network = `of ${userId}`): Caller => ({ kind: 'user', userId, network });
const request = (userId: string): Caller => ({ kind: 'request', userId });

/** Sends so many requests, eight in parallel. @returns how many were allowed */
async function ask(times: number, caller: (at: number) => Caller, resource = 'search'): Promise<number> {
  let count = 0;
  const askOn = async (lane: number) => {
    for (let at = lane; at < times; at += 8) {
      const outcome = replica.run(resource, caller(at), async () => 1);
      const made = await outcome.catch(() => 0);
      count += made;
    }
  };
  await Promise.all(Array.from({ length: 8 }, (_, lane) => askOn(lane)));
  return count;
}

const searchFrom = (address: string, q: string, api = catalog.service.api) =>
  api.attempt(searchExternalGames, { query: { q, limit: 10 } }, { headers: { 'x-client-address': address } });

test('leaves other callers their share of the hour after 200 searches from one address', async () => {
  const visitors = await ask(200, () => visitor('192.0.2.1'));
  expect(visitors).toBeLessThanOrEqual(20);

  const own = await searchFrom('192.0.2.1', 'metroid');
  expect(own).toMatchObject({ status: 200, body: { source: 'catalog', cached: true } });
  expect(own.body.results.map(({ name }) => name)).toEqual(['Metroid of the Shelf']);
  expect(Date.parse(own.body.as_of)).toBeLessThan(Date.now());
  expect(await catalog.provider.calls()).toEqual([]);

  expect((await searchFrom('192.0.2.2', 'metroid')).body).toMatchObject({ source: 'giantbomb', cached: false });
  expect(await ask(60, () => user('ada'))).toBeGreaterThan(visitors);
  // Cached results use no allowance.
  expect((await searchFrom('192.0.2.1', 'metroid')).body).toMatchObject({ source: 'giantbomb', cached: true });
  const signedIn = catalog.service.api.as(someIdentity());
  expect((await searchFrom('192.0.2.1', 'zelda', signedIn)).body).toMatchObject({ source: 'giantbomb' });
});

test('reserves half of the hourly limit for signed-in users when 200 visitors search', async () => {
  expect(await ask(200, (at) => visitor(`198.51.100.${at}`))).toBe(100);
  expect((await searchFrom('203.0.113.1', 'metroid')).body).toMatchObject({ source: 'catalog' });
  const signedIn = catalog.service.api.as(someIdentity());
  expect((await searchFrom('198.51.100.7', 'metroid', signedIn)).body).toMatchObject({ source: 'giantbomb' });
  expect(await ask(60, () => user('ada'))).toBeGreaterThan(15);
});

test('fails when the share is used up and no stored game matches', async () => {
  await ask(200, () => visitor('192.0.2.1'));
  expect(await searchFrom('192.0.2.1', 'qwxzvkj')).toMatchObject({
    status: 503,
    body: { code: 'catalog.provider_failed', message: expect.stringContaining('proxies failed') },
  });
});

test('gives accounts of one address a shared allowance, and counts an IPv6 network as one address', async () => {
  expect(await ask(200, (at) => user(`one of many ${at}`, '192.0.2.1'))).toBeLessThanOrEqual(100);
  expect(await ask(10, (at) => user(`elsewhere ${at}`))).toBe(10);

  await searchFrom('2001:db8:1:2::1', 'metroid');
  await searchFrom('2001:db8:1:2:ffff::9', 'zelda');
  const visitors = await redis.keys('catalog:share:giantbomb:hour:visitor:*');
  expect(visitors).toEqual(['catalog:share:giantbomb:hour:visitor:search:2001:db8:1:2::/64']);
});

test('reserves one share for requested games and another for opened games', async () => {
  expect(await ask(200, (at) => user(`somebody ${at}`), 'game')).toBe(150);
  expect(await ask(100, () => request('ada'), 'game')).toBeGreaterThan(10);
  expect(await ask(100, () => request('bob'), 'game')).toBeGreaterThan(10);
  await redis.flushdb();
  expect(await ask(150, (at) => request(`${at}`), 'game')).toBe(100);
  expect(await ask(20, (at) => user(`${at}`), 'game')).toBe(20);
});

test('stores at most one hourly Redis key per allowed request, regardless of the number of callers', async () => {
  await ask(300, (at) => visitor(`10.0.${Math.floor(at / 250)}.${at % 250}`));
  const keys = await redis.keys('catalog:share:giantbomb:hour:*');
  expect(keys.length).toBeLessThanOrEqual(101);
  for (const key of keys) expect(await redis.pttl(key)).toBeGreaterThan(3_500_000);
});

test("gives other users their turn while one user's searches wait for the provider", async () => {
  const hammering = Promise.all(
    Array.from({ length: 5 * 20 }, (_, at) => searchFrom(`192.0.2.${at % 5}`, `mario ${at}`)),
  );
  const answers = await Promise.all([
    searchFrom('203.0.113.1', 'zelda', catalog.service.api.as(someIdentity())),
    searchFrom('203.0.113.2', 'final fantasy', catalog.service.api.as(someIdentity())),
  ]);
  expect(answers.map(({ body }) => body.source)).toEqual(['giantbomb', 'giantbomb']);
  for (const { status } of await hammering) expect([200, 503]).toContain(status);
});
