import { cacheSearchResults, searchExternalGames, searchGames } from '@nightshelf/contracts/calls/catalog.ts';
import { gameUpserted } from '@nightshelf/contracts/events/games.ts';
import { identityHeader } from '@nightshelf/platform/http/identity.ts';
import { someIdentity, until } from '@nightshelf/testing';
import { beforeEach, expect, test, vi } from 'vitest';
import { freshMs } from '../src/provider-cache/provider-cache.ts';
import { startCatalog, storeGames } from './catalog.ts';

const catalog = await startCatalog();

beforeEach(() => catalog.provider.forget());

const search = (q: string, limit = 20) => catalog.service.api.call(searchExternalGames, { query: { q, limit } });

const store = (guids: readonly string[]) =>
  catalog.service.api.call(cacheSearchResults, { body: { results: guids.map((guid) => ({ guid })) } });

test('asks the provider once for many callers and spellings', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => search('mario')));
  const [first] = answers;
  expect(first).toMatchObject({ success: true, source: 'giantbomb', cached: false });
  expect(first?.results.length).toBeGreaterThan(0);
  const asked = await catalog.provider.calls();
  expect(await search('  MÁRIO ')).toMatchObject({ cached: true, results: first?.results, as_of: first?.as_of });
  expect(await catalog.provider.calls()).toEqual(asked);
  expect(new Set(asked).size).toBe(asked.length);
});

test('caches an empty result for a while', async () => {
  expect((await search('qwxzvkj')).results).toEqual([]);
  expect(await search('qwxzvkj')).toMatchObject({ results: [], cached: true });
  expect(await catalog.provider.calls()).toHaveLength(1);
  const [key = ''] = await catalog.cache.keys('*qwxzvkj');
  expect(await catalog.cache.pttl(key)).toBeLessThanOrEqual(5 * 60_000);
});

test('serves a result older than an hour immediately and refreshes it in the background', async () => {
  const first = await search('final fantasy');
  const [key = ''] = await catalog.cache.keys('*final fantasy');
  const copy = JSON.parse((await catalog.cache.get(key)) ?? '');
  const at = Date.now() - freshMs - 60_000;
  await catalog.cache.set(key, JSON.stringify({ ...copy, at }), 'KEEPTTL');
  await catalog.provider.forget();
  expect(await search('final fantasy')).toMatchObject({
    cached: true,
    results: first.results,
    as_of: new Date(at).toISOString(),
  });
  await until('the copy is fresh again', async () => (await search('final fantasy')).as_of > first.as_of);
  expect(await catalog.provider.calls()).toHaveLength(1);
});

test('serves a stale copy while the provider fails', async () => {
  await search('kart');
  const [key = ''] = await catalog.cache.keys('*:kart');
  const copy = JSON.parse((await catalog.cache.get(key)) ?? '');
  await catalog.cache.set(key, JSON.stringify({ ...copy, at: Date.now() - freshMs - 1 }), 'KEEPTTL');
  await catalog.provider.forget();
  await catalog.provider.fail('server-error');
  expect((await search('kart')).results).toEqual(
    copy.value.games.map((game: object) => ({ ...game, description: null })),
  );
  await until('a refresh was tried', async () => (await catalog.provider.calls()).length > 0);
  expect((await search('kart')).cached).toBe(true);
  await catalog.provider.fail('none');
});

test('stores and publishes once, and only data that the server fetched itself', async () => {
  const { service } = catalog;
  const { results } = await search('zelda', 12);
  const guids = results.map(({ guid }) => guid);
  const answer = await store([...guids, 'igdb-666', guids[0] ?? '']);
  expect(answer.cached_count).toBe(12);
  expect(answer.games.map(({ guid }) => guid)).toEqual(guids);
  expect(answer.games.every(({ id }) => typeof id === 'number')).toBe(true);
  const published = await service.recorded(gameUpserted);
  expect(published.map(({ data, version }) => [data.guid, version])).toEqual(guids.toSorted().map((guid) => [guid, 1]));

  expect((await store(guids)).games).toEqual(answer.games);
  expect(await service.recorded(gameUpserted)).toHaveLength(12);
  expect((await search('zelda', 12)).results.map(({ id }) => id)).toEqual(answer.games.map(({ id }) => id));
  expect((await service.api.call(searchGames, { query: { q: 'zelda', limit: 50 } })).games).toHaveLength(12);
});

test("ignores a caller's data about a game", async () => {
  const { service } = catalog;
  const before = await service.query('select count(*)::int as games from games');
  const results = [{ guid: '3030-666', name: 'Made Up', id: 1 }];
  const answer = await service.api.attempt(cacheSearchResults, { body: { results } });
  expect(answer).toMatchObject({ status: 200, body: { cached_count: 0, games: [] } });
  expect(await service.query('select count(*)::int as games from games')).toEqual(before);
});

test('stores the same games in parallel without conflicts', async () => {
  const games = Array.from({ length: 40 }, (_, at) => ({ guid: `3030-5${at}0`, name: `Crowd ${at}` }));
  await Promise.all(
    Array.from({ length: 8 }, (_, at) => storeGames(catalog, at % 2 === 0 ? games : games.toReversed())),
  );
  const events = (await catalog.service.recorded(gameUpserted)).filter(({ data }) => data.name.startsWith('Crowd'));
  expect(events).toHaveLength(40);
  expect(new Set(events.map(({ version }) => version))).toEqual(new Set([1]));
});

test('updates a game that an instance with a clock ahead has stored', async () => {
  const ahead = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 3_600_000);
  await storeGames(catalog, [{ guid: '3030-901', name: 'Before' }]).finally(() => ahead.mockRestore());
  const [game] = await storeGames(catalog, [{ guid: '3030-901', name: 'After' }]);
  expect(game?.name).toBe('After');
});

test('increases the version for a change, and ignores an older copy', async () => {
  const { service, cache } = catalog;
  await storeGames(catalog, [{ guid: '3030-900', name: 'Before' }]);
  await storeGames(catalog, [{ guid: '3030-900', name: 'After' }]);
  const key = 'catalog:found:v1:3030-900';
  const { value, at } = JSON.parse((await cache.get(key)) ?? '');
  await cache.set(key, JSON.stringify({ value: { ...value, name: 'Long ago' }, at: at - 1000 }));
  expect((await store(['3030-900'])).games[0]?.name).toBe('After');
  const events = (await service.recorded(gameUpserted)).filter(({ data }) => data.guid === '3030-900');
  expect(events.map(({ version, data }) => [version, data.name])).toEqual([
    [1, 'Before'],
    [2, 'After'],
  ]);
});

const storePath = '/api/games/cache-search-results';

test.each([
  ['malformed JSON', '{"results":', 400, undefined],
  ['an empty body', '', 422, undefined],
  ['no results', '{}', 422, 'results'],
  ['results that are no list', '{"results":5}', 422, 'results'],
  ['results that are no games', '{"results":[null]}', 422, 'results'],
  ['NUL in a guid', '{"results":[{"guid":"3030-1\\u0000"}]}', 422, 'results'],
  ['no guid', '{"results":[{"name":"x"}]}', 422, 'results'],
  ['too many', JSON.stringify({ results: Array(101).fill({ guid: '3030-1' }) }), 422, 'results'],
  ['far too much', JSON.stringify({ results: [{ guid: 'x'.repeat(2 * 1024 * 1024) }] }), 413, undefined],
])('rejects %s and stores nothing', async (_, body, status, field) => {
  const before = await catalog.service.query('select count(*)::int as games from games');
  const answer = await catalog.service.api.send<{ success: boolean; errors?: object }>('POST', storePath, { body });
  expect(answer.status).toBe(status);
  expect(answer.body.success).toBe(false);
  if (field) expect(Object.keys(answer.body.errors ?? {})).toEqual([field]);
  expect(await catalog.service.query('select count(*)::int as games from games')).toEqual(before);
});

test('rejects another media type', async () => {
  const headers = { 'content-type': 'text/xml' };
  expect((await catalog.service.api.send('POST', storePath, { body: '<x/>', headers })).status).toBe(415);
});

test.each(['q=', 'q=%20', 'q=a%00', 'limit=5', 'q=a&limit=0', 'q=a&limit=101', 'q=a&limit=x'])(
  'rejects an external search for %s without asking a provider',
  async (query) => {
    expect((await catalog.service.api.send('GET', `/api/games/search/external?${query}`)).status).toBe(422);
    expect(await catalog.provider.calls()).toEqual([]);
  },
);

test('drops unknown fields, and treats a forged identity as anonymous', async () => {
  const { api } = catalog.service;
  const call = cacheSearchResults;
  const answer = await api.as(someIdentity()).attempt(call, { body: { results: [], admin: true } });
  expect(answer).toMatchObject({ status: 200, body: { cached_count: 0, games: [] } });
  const headers = { [identityHeader]: 'Zm9yZ2Vk.Zm9yZ2Vk' };
  expect((await api.send('GET', '/api/games/search?q=a', { headers })).status).toBe(200);
});
