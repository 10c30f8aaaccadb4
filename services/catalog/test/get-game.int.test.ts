import { getGame } from '@nightshelf/contracts/calls/catalog.ts';
import { gameUpserted } from '@nightshelf/contracts/events/games.ts';
import { beforeEach, expect, test } from 'vitest';
import { searchedGuids, startCatalog, storeGames } from './catalog.ts';

const catalog = await startCatalog();
const guids = await searchedGuids(catalog);

beforeEach(() => catalog.provider.forget());

const get = (guid: string) => catalog.service.api.attempt(getGame, { params: { guid } });

test('fetches, stores and publishes a game once', async () => {
  const [guid = ''] = guids;
  const first = await get(guid);
  expect(first).toMatchObject({ status: 200, body: { success: true, stale: false, game: { guid } } });
  expect(first.body.game.id).toBeTypeOf('number');
  expect(first.body.game.description).toMatch(/overview/i);
  const second = await get(guid);
  expect(second.body).toEqual(first.body);
  // The time is attributed to the provider.
  expect([first, second].map(({ headers }) => headers.get('x-outside'))).toEqual(['true', null]);
  expect(await catalog.provider.calls()).toHaveLength(1);
  expect(await catalog.service.recorded(gameUpserted)).toHaveLength(1);
});

test('returns the stored copy, marked stale, when the provider fails', async () => {
  await storeGames(catalog, [{ guid: '3030-800', name: 'Kept', description: '<b>Overview</b> kept' }]);
  await catalog.provider.fail('server-error', { times: 1 });
  expect(await get('3030-800')).toMatchObject({
    status: 200,
    body: { stale: true, game: { name: 'Kept', description: '<b>Overview</b> kept' } },
  });
});

test("returns the stored copy of another provider's game, and of one that its provider has lost", async () => {
  await storeGames(catalog, [
    { guid: 'igdb-800', name: 'Other' },
    { guid: '3030-888888888', name: 'Lost' },
  ]);
  expect((await get('igdb-800')).body).toMatchObject({ stale: true, game: { name: 'Other' } });
  expect((await get('3030-888888888')).body).toMatchObject({ stale: true, game: { name: 'Lost' } });
});

test.each(['3030-999999999', 'igdb-999'])('returns 404 for %s, which no provider knows', async (guid) => {
  expect(await get(guid)).toMatchObject({
    status: 404,
    body: { success: false, code: 'catalog.game_not_found', message: 'The requested game could not be found.' },
  });
});

test('does not request an unknown game again immediately', async () => {
  await get('3030-999999998');
  await get('3030-999999998');
  expect(await catalog.provider.calls()).toHaveLength(1);
});

test('returns an error without a provider or a stored copy', async () => {
  await catalog.provider.fail('server-error', { times: 1 });
  const answer = await get(guids[3] ?? '');
  expect(answer).toMatchObject({ status: 503, body: { code: 'catalog.provider_failed' } });
  expect(answer.body.message).toContain('proxies failed');
  expect(answer.headers.get('retry-after')).toBeTruthy();
  expect(answer.headers.get('x-outside')).toBe('true');
});

test.each(['a b', '..', '%00', '-', 'x'.repeat(81), "'; drop table games; --"])(
  'returns 404 for the invalid guid %s',
  async (guid) => {
    const path = guid === '%00' || guid === '..' ? `%2e%2e${guid}` : encodeURIComponent(guid);
    expect((await catalog.service.api.send('GET', `/api/games/${path}`)).status).toBe(404);
  },
);
