import { searchExternalGames } from '@nightshelf/contracts/calls/catalog.ts';
import { gameRequested } from '@nightshelf/contracts/events/game-requests.ts';
import { gameUpserted } from '@nightshelf/contracts/events/games.ts';
import { until } from '@nightshelf/testing';
import { beforeEach, expect, test } from 'vitest';
import { publishedOf, searchedGuids, startCatalog, storeGames } from './catalog.ts';

const catalog = await startCatalog();
const [known = '', other = ''] = await searchedGuids(catalog);

beforeEach(() => catalog.provider.forget());

const published = (guid: string, times = 1) =>
  until(`${guid} is published`, async () => {
    const events = await publishedOf(catalog, guid);
    return events.length >= times && events;
  });

test('fetches, stores and publishes a requested game', async () => {
  const { service } = catalog;
  await service.deliver(gameRequested, { data: { guid: known } });
  const [event] = await published(known);
  expect(event).toMatchObject({ version: 1, data: { guid: known } });
  expect(event?.data.id).toBeTypeOf('number');
  expect(await service.query('select guid from games_to_fetch')).toEqual([]);
});

test('stores a game as a recent search found it, even when the provider is down', async () => {
  const { service, provider } = catalog;
  const { results } = await service.api.call(searchExternalGames, { query: { q: 'metroid', limit: 10 } });
  const { guid = '', name = '' } = results[0] ?? {};
  await provider.forget();
  await provider.fail('down');
  await service.deliver(gameRequested, { data: { guid } });
  const [event] = await published(guid);
  await provider.fail('none');
  expect(event).toMatchObject({ version: 1, data: { guid, name, id: expect.any(Number) } });
  expect(await provider.calls()).toEqual([]);
});

test('publishes a stored game again under its version without asking a provider', async () => {
  const { service, provider } = catalog;
  await storeGames(catalog, [{ guid: '3030-77', name: 'Stored', aliases: null }]);
  await service.deliver(gameRequested, { data: { guid: '3030-77' }, version: 5 });
  expect((await published('3030-77', 2)).map(({ version }) => version)).toEqual([1, 1]);
  expect(await provider.calls()).toEqual([]);
});

test('does not request an unknown game again for a day', async () => {
  const { service, provider } = catalog;
  await service.deliver(gameRequested, { data: { guid: '3030-999999999' } });
  const row = () =>
    service.query<{ unknown: boolean; hours: number }>(
      `select unknown, extract(epoch from next_attempt_at - now())::float / 3600 as hours
     from games_to_fetch where guid = '3030-999999999'`,
    );
  await until('the game is known to be unknown', async () => (await row())[0]?.unknown);
  expect((await row())[0]?.hours).toBeGreaterThan(23);
  await service.deliver(gameRequested, { data: { guid: '3030-999999999' }, version: 2 });
  await service.deliver(gameRequested, { data: { guid: 'igdb-1' } });
  await until(
    "another provider's game is unknown too",
    async () => (await service.query(`select from games_to_fetch where guid = 'igdb-1' and unknown`)).length === 1,
  );
  expect((await provider.calls()).filter((call) => call.includes('999999999'))).toHaveLength(1);
});

test('retries a failing provider later', async () => {
  const { service, provider } = catalog;
  await provider.fail('server-error', { times: 1 });
  await service.deliver(gameRequested, { data: { guid: other } });
  await until('the failure is over', async () => (await provider.calls()).some((call) => call.includes(other)));
  // Postponed by at most ten seconds; the lease of an attempt in flight is longer.
  await until('the first attempt failed', async () => {
    const postponed = `attempts = 1 and next_attempt_at <= now() + interval '10 seconds'`;
    return (await service.query(`select from games_to_fetch where guid = $1 and ${postponed}`, [other])).length === 1;
  });
  await service.query('update games_to_fetch set next_attempt_at = now() where guid = $1', [other]);
  expect(await published(other)).toHaveLength(1);
});

test('publishes every game under its current version on republish', async () => {
  const { service } = catalog;
  const games = await service.query<{ guid: string; version: number }>('select guid, version from games order by guid');
  const before = (await service.recorded(gameUpserted)).length;
  await service.command('republish');
  const again = (await service.recorded(gameUpserted)).slice(before);
  expect(again.map(({ data, version }) => ({ guid: data.guid, version }))).toEqual(games);
});
