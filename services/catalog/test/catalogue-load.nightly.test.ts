import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getCatalogue, getGame, getGameDetails, searchGames } from '@nightshelf/contracts/calls/catalog.ts';
import { gameRequested } from '@nightshelf/contracts/events/game-requests.ts';
import { gameUpserted } from '@nightshelf/contracts/events/games.ts';
import { startTestService, type TestService, until } from '@nightshelf/testing';
import { temporaryFolder } from '@nightshelf/testing/temporary-folder.ts';
import { Redis } from 'ioredis';
import { expect, test } from 'vitest';
import { catalogService } from '../src/service.ts';
import { startReplica, storeGames } from './catalog.ts';
import { catalogueFile } from './small-catalogue.ts';

const folder = temporaryFolder();
const shipped = join(import.meta.dirname, '../catalogue/catalogue.jsonl.gz');

let service: TestService;

const start = (file: string) =>
  startTestService(catalogService, { env: { CATALOGUE_FILE: file, PROVIDER: 'igdb', LOG_LEVEL: 'silent' } });

const loaded = (of: TestService, version: string) =>
  until(`version ${version} is loaded`, async () => {
    const { catalogue } = await of.api.call(getCatalogue, {});
    return catalogue?.version === version ? catalogue : undefined;
  });

/** Restarts the service with another file, as after an upgrade. */
const restart = (of: TestService, CATALOGUE_FILE: string) => startReplica(of, { CATALOGUE_FILE });

const ready = async (of: TestService) => (await fetch(`${of.operationsUrl}/readyz`)).ok;

const known = { platforms: [94], prominence: 5, series: ['Portal'] };
const portal = { ...known, id: 'cat-portal-2', name: 'Portal 2', released: '2011-04-18', platforms: [94, 35] };
const other = { ...known, id: 'cat-portal', name: 'Portal', released: '2007-10' };

test('loads the shipped file and finds its games', async () => {
  service = await start(shipped);
  await until('it is ready', () => ready(service), 60_000);
  const { catalogue } = await service.api.call(getCatalogue, {});
  expect(catalogue?.games).toBeGreaterThan(30_000);
  const { games } = await service.api.call(searchGames, { query: { q: 'secret of evermore' } });
  expect(games[0]?.name).toBe('Secret of Evermore');
  const { game, stale } = await service.api.call(getGame, { params: { guid: games[0]?.guid ?? '' } });
  expect([game.name, stale]).toEqual(['Secret of Evermore', false]);
});

test("shows the catalogue's facts about a game", async () => {
  service = await start(catalogueFile('2026-01-01', [{ ...portal, genres: ['Puzzle'], developers: ['Valve'] }, other]));
  await loaded(service, '2026-01-01');
  const { details } = await service.api.call(getGameDetails, { params: { guid: 'cat-portal-2' } });
  expect(details).toMatchObject({ genres: ['Puzzle'], developers: ['Valve'] });
  expect(details?.series[0]?.games.map(({ name }) => name)).toEqual(['Portal', 'Portal 2']);
  const { game } = await service.api.call(getGame, { params: { guid: 'cat-portal' } });
  expect([game.original_release_date, game.partial_release_date]).toEqual([null, '2007-10']);
});

test('publishes a game once a library needs it, again when an upgrade corrects it, and removes none', async () => {
  service = await start(catalogueFile('2026-01-01', [portal, other]));
  await loaded(service, '2026-01-01');
  const published = async () => (await service.recorded(gameUpserted)).map(({ data, version }) => [data.guid, version]);
  expect(await published()).toEqual([]);
  await service.deliver(gameRequested, { data: { guid: portal.id, user_id: randomUUID() } });
  await until('it is published', async () => (await published()).length === 1);
  expect((await service.recorded(gameUpserted))[0]?.data).toMatchObject({ guid: portal.id, name: 'Portal 2' });
  await restart(service, catalogueFile('2026-02-01', [{ ...portal, aliases: ['P2'] }]));
  await loaded(service, '2026-02-01');
  await service.command('republish');
  expect(await published()).toEqual([1, 2, 2].map((version) => [portal.id, version]));
  const { games } = await service.api.call(searchGames, { query: { q: 'p2' } });
  expect(games.map(({ guid }) => guid)).toEqual([portal.id]);
  expect((await service.api.call(getGame, { params: { guid: other.id } })).game.name).toBe('Portal');
});

test('keeps the guid of a game that was stored before', async () => {
  service = await start('none');
  const cache = new Redis(service.env.REDIS_CACHE_URL ?? '');
  await cache.ping();
  await storeGames({ service, cache }, [{ guid: '3030-1', name: 'Portal 2', original_release_date: '2011-04-19' }]);
  cache.disconnect();
  await restart(service, catalogueFile('2026-01-01', [portal, other]));
  await loaded(service, '2026-01-01');
  const { games } = await service.api.call(searchGames, { query: { q: 'portal' } });
  expect(games.map(({ guid }) => guid).toSorted()).toEqual(['3030-1', 'cat-portal']);
});

test.each([
  ['cut off', () => readFileSync(shipped).subarray(0, 100_000)],
  ['not gzip', () => Buffer.from('no catalogue')],
  ['short of games', () => readFileSync(catalogueFile('2026-03-01', [portal], { games: 2 }))],
  ['of a newer format', () => readFileSync(catalogueFile('2026-03-01', [portal], { format: 2 }))],
  ['of an unknown form', () => readFileSync(catalogueFile('2026-03-01', [{ ...portal, platforms: 'PC' }]))],
])('serves without a catalogue file that is %s', async (_, content) => {
  const path = join(folder, `${randomUUID()}.gz`);
  writeFileSync(path, content());
  service = await start(path);
  await until('it is ready', () => ready(service));
  expect((await service.api.call(getCatalogue, {})).catalogue).toBeNull();
  expect(await service.query('select guid from games')).toEqual([]);
});

test('does not replace a newer catalogue with an older file', async () => {
  service = await start(catalogueFile('2026-02-01', [portal]));
  await loaded(service, '2026-02-01');
  await restart(service, catalogueFile('2026-01-01', [{ ...portal, name: 'Portal Two' }]));
  await until('it is ready', () => ready(service));
  const { game } = await service.api.call(getGame, { params: { guid: 'cat-portal-2' } });
  expect(game.name).toBe('Portal 2');
});
