import { setTimeout as delay } from 'node:timers/promises';
import { cacheSearchResults, searchExternalGames } from '@nightshelf/contracts/calls/catalog.ts';
import { type ApiClient, until } from '@nightshelf/testing';
import { Redis } from 'ioredis';
import { beforeEach, expect, test } from 'vitest';
import { ProviderFault } from '../src/providers/game-provider.ts';
import { igdbLimits, requestLimiter } from '../src/providers/request-limiter.ts';
import { startCatalog, startReplica } from './catalog.ts';

const catalog = await startCatalog();
const clients = [catalog.service.api, await startReplica(catalog.service)];

beforeEach(() => catalog.provider.forget());

const searchAt = (client: ApiClient | undefined, q: string) =>
  client?.attempt(searchExternalGames, { query: { q, limit: 10 } });
const both = (q: string) => Promise.all(clients.map((client) => searchAt(client, q)));

test('shares cached results between replicas', async () => {
  const one = await searchAt(clients[0], 'mario');
  expect(one?.status).toBe(200);
  const two = await until('the other has its cache', async () => {
    await catalog.provider.forget();
    const answer = await searchAt(clients[1], 'mario');
    return answer?.body.cached && answer;
  });
  expect(two.body.results).toEqual(one?.body.results);
  expect(await catalog.provider.calls()).toEqual([]);
});

test('keeps two replicas together within the limit', async () => {
  const begun = performance.now();
  const queries = Array.from({ length: 12 }, (_, at) => `zelda ${at}`);
  const answers = (await Promise.all(queries.map(both))).flat();
  const seconds = (performance.now() - begun) / 1000;
  const calls = await catalog.provider.calls();
  expect(calls.length).toBeLessThanOrEqual(Math.ceil(seconds) + 1);
  const refused = answers.filter((answer) => answer?.status !== 200);
  expect(refused.length).toBeGreaterThan(0);
  for (const answer of refused) expect([answer?.status, answer?.body.code]).toEqual([503, 'catalog.provider_failed']);
});

test('sends at most four requests in any second to IGDB', async () => {
  const limiters = clients.map(() => requestLimiter(catalog.cache, 'bursts', igdbLimits));
  const times: number[] = [];
  const ask = (at: number) =>
    limiters[at % 2]?.run('games', null, async () => {
      times.push(performance.now());
    });
  await ask(0);
  // Late in the second that the first request began.
  await delay(900);
  await Promise.all([1, 2, 3, 4, 5, 6, 7].map(ask));
  const spans = times.slice(4).map((time, at) => time - (times[at] ?? 0));
  expect(spans).toHaveLength(4);
  expect(Math.min(...spans)).toBeGreaterThan(950);
});

const hourly = (points: number, perResource: boolean) => ({
  ...{ spacingMs: 1, connections: 1, backoffMs: 1000 },
  windows: [{ name: 'hour', points, seconds: 3600, perResource }],
});

test('shares the hourly limit between replicas', async () => {
  const limiters = clients.map(() => requestLimiter(catalog.cache, 'test', hourly(5, true)));
  const outcomes = await Promise.allSettled(
    Array.from({ length: 12 }, (_, at) => limiters[at % 2]?.run('search', null, async () => 'asked')),
  );
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  expect(await limiters[0]?.run('game', null, async () => 'asked')).toBe('asked');
});

test('allows at least one request and only a fraction of the limit without Redis', async () => {
  const redis = new Redis('redis://127.0.0.1:1', { lazyConnect: true, retryStrategy: () => null });
  redis.on('error', () => undefined);
  const limiter = requestLimiter(redis, 'alone', hourly(8, false));
  const outcomes = [];
  for (let at = 0; at < 6; at += 1)
    outcomes.push(...(await Promise.allSettled([limiter.run('search', null, async () => at)])));
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', ...Array(4).fill('rejected')]);
  const [refused] = outcomes.filter((outcome) => outcome.status === 'rejected');
  expect(refused?.reason).toBeInstanceOf(ProviderFault);
});

test('searches while its cache is unavailable', async () => {
  const api = await startReplica(catalog.service, { REDIS_CACHE_URL: 'redis://127.0.0.1:1', ROLES: 'http' });
  const found = await until('the limit has a turn left', async () => {
    const answer = await api.attempt(searchExternalGames, { query: { q: 'mario', limit: 10 } });
    return answer.status === 200 && answer.body;
  });
  expect(found).toMatchObject({ cached: false });
  expect(found.results.length).toBeGreaterThan(0);
  const body = { results: found.results.map(({ guid }) => ({ guid })) };
  expect(await api.call(cacheSearchResults, { body })).toMatchObject({ cached_count: 0 });
});
