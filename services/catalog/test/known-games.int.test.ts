import { randomUUID } from 'node:crypto';
import * as catalogCalls from '@nightshelf/contracts/calls/catalog.ts';
import { gameRequested } from '@nightshelf/contracts/events/game-requests.ts';
import { gameUpserted } from '@nightshelf/contracts/events/games.ts';
import { until } from '@nightshelf/testing';
import { beforeEach, describe, expect, test } from 'vitest';
import { startReplica } from './catalog.ts';
import { catalogueFile, keys, type SmallCatalogue, startSmallCatalogue } from './small-catalogue.ts';

/** The catalogue has another release date than IGDB, and does not know the game's id there. */
const portal = { id: 'cat-portal-2', name: 'Portal 2', released: '2011-04-18', platforms: [94, 35], prominence: 5 };
const portalAtIgdb = 'igdb-150040';
const portalAtSteam = 'steam-500110';

let catalog: SmallCatalogue;

const stored = () =>
  catalog.service.query<{ guid: string; other_ids: string[] }>(
    'select guid, array(select id from unnest(other_ids) as id order by id) as other_ids from games order by guid',
  );
const page = (guid: string) => catalog.service.api.call(catalogCalls.getGame, { params: { guid } });
const localSearch = async (q: string) =>
  (await catalog.service.api.call(catalogCalls.searchGames, { query: { q } })).games.map(({ guid }) => guid);

describe('a catalogue game that IGDB describes too', () => {
  beforeEach(async () => {
    catalog = await startSmallCatalogue({ lines: [portal], env: keys.igdb });
  });

  test('keeps its guid in an external search, when a result is stored and under its IGDB id, also while IGDB fails', async () => {
    const { body } = await catalog.search('portal 2');
    expect(body.source).toBe('igdb');
    expect(body.results.filter(({ name }) => name === 'Portal 2')).toMatchObject([
      { guid: portal.id, id: expect.any(Number), image_url: expect.stringContaining('http') },
    ]);
    expect(await stored()).toEqual([{ guid: portal.id, other_ids: [portalAtIgdb] }]);
    const results = [{ guid: portal.id }, { guid: portalAtIgdb }];
    const { games } = await catalog.service.api.call(catalogCalls.cacheSearchResults, { body: { results } });
    expect(games.map(({ guid }) => guid)).toEqual([portal.id]);
    for (const mode of ['server-error', 'none']) {
      await catalog.fail('igdb', mode);
      expect((await page(portalAtIgdb)).game).toMatchObject({ guid: portal.id, name: 'Portal 2' });
    }
    expect((await stored()).map(({ guid }) => guid)).toEqual([portal.id]);
    expect(await localSearch('portal 2')).toEqual([portal.id]);
  });

  test('is described by IGDB on its page, also after a newer catalogue is loaded', async () => {
    const { game, stale } = await page(portal.id);
    expect(game).toMatchObject({ guid: portal.id, name: 'Portal 2', image_url: expect.stringContaining('http') });
    expect(game.description).not.toBeNull();
    expect(stale).toBe(false);
    const { details } = await catalog.service.api.call(catalogCalls.getGameDetails, { params: { guid: portal.id } });
    expect(details?.developers).toEqual(['Valve']);
    expect(await stored()).toEqual([{ guid: portal.id, other_ids: [portalAtIgdb] }]);
    const CATALOGUE_FILE = catalogueFile('2026-02-01', [{ ...portal, released: '2011-04-20' }]);
    await startReplica(catalog.service, { CATALOGUE_FILE });
    await until('the newer catalogue is loaded', async () => {
      const { catalogue } = await catalog.service.api.call(catalogCalls.getCatalogue, {});
      return catalogue?.version === '2026-02-01';
    });
    const { games } = await catalog.service.api.call(catalogCalls.searchGames, { query: { q: 'portal 2' } });
    expect(games).toMatchObject([
      { guid: portal.id, image_url: game.image_url, original_release_date: game.original_release_date },
    ]);
  });

  test('is the same game under its IGDB id before that id is known', async () => {
    const { game } = await page(portalAtIgdb);
    expect(game).toMatchObject({ guid: portal.id, name: 'Portal 2' });
    expect(await stored()).toEqual([{ guid: portal.id, other_ids: [portalAtIgdb] }]);
  });

  test('stays a separate game under its IGDB id when vaults contain that id', async () => {
    await catalog.service.deliver(gameRequested, { data: { guid: portalAtIgdb, user_id: randomUUID() } });
    await until('it is stored', async () => (await stored()).length === 2);
    expect((await page(portalAtIgdb)).game.guid).toBe(portalAtIgdb);
  });

  test('is the candidate for its Steam id, whatever the row calls it', async () => {
    const { rows } = await catalog.candidates([{ title: 'Portal Two, the sequel', id: portalAtSteam }]);
    expect(rows[0]).toMatchObject({ by_id: portal.id, asked: true });
    expect(await stored()).toEqual([{ guid: portal.id, other_ids: [portalAtIgdb, portalAtSteam] }]);
    const asked = (await catalog.calls('igdb')).length;
    expect((await catalog.candidates([{ id: portalAtSteam }])).rows[0]?.by_id).toBe(portal.id);
    expect(await catalog.calls('igdb')).toHaveLength(asked);
  });

  test('is the only candidate for its name', async () => {
    const { rows } = await catalog.candidates([{ title: 'Portal 2', year: 2012 }, { title: 'portal 2' }]);
    for (const { named } of rows) expect(named.map(({ guid }) => guid)).toEqual([portal.id]);
    expect((await stored()).map(({ guid }) => guid)).toEqual([portal.id]);
  });

  test('is published under its guid, before and after IGDB describes it', async () => {
    await catalog.service.deliver(gameRequested, { data: { guid: portal.id, user_id: randomUUID() } });
    await until('it is published', async () => (await catalog.service.recorded(gameUpserted)).length === 1);
    const { image_url } = (await page(portal.id)).game;
    const events = await catalog.service.recorded(gameUpserted);
    expect(events.map(({ data, version }) => [data.guid, data.image_url, version])).toEqual([
      [portal.id, null, 1],
      [portal.id, image_url, 2],
    ]);
  });
});

test('keeps two games with one name apart', async () => {
  const doom = { name: 'Doom', platforms: [94], prominence: 4 };
  const lines = [
    { ...doom, id: 'cat-doom', released: '1993-12-10' },
    { ...doom, id: 'cat-doom-2016', released: '2016-05-13' },
  ];
  catalog = await startSmallCatalogue({ lines, env: keys.igdb });
  const { body } = await catalog.search('doom');
  const guids = body.results.map(({ guid }) => guid).filter((guid) => guid.startsWith('cat-'));
  expect(guids.toSorted()).toEqual(['cat-doom', 'cat-doom-2016']);
});

test('keeps games with the same name and different years apart', async () => {
  catalog = await startSmallCatalogue({ lines: [{ ...portal, released: '1988' }], env: keys.igdb });
  const { body } = await catalog.search('portal 2');
  expect(body.results.map(({ guid }) => guid)).toContain(portalAtIgdb);
  expect((await page(portal.id)).game.image_url).toBeNull();
});

test.each([
  ['Wikidata', {}, 'wikidata-Q50011'],
  ['Giant Bomb', keys.giantbomb, '3030-50011'],
])('finds a game whose %s id the catalogue knows under its guid', async (_, env, id) => {
  catalog = await startSmallCatalogue({ lines: [{ ...portal, released: '2001', ids: [id] }], env });
  const { body } = await catalog.search('portal 2');
  expect(body.results.filter(({ name }) => name === 'Portal 2').map(({ guid }) => guid)).toEqual([portal.id]);
  expect((await page(id)).game.guid).toBe(portal.id);
  expect((await stored()).map(({ guid }) => guid)).toEqual([portal.id]);
});
