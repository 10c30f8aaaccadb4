import { getGame, getGameDetails } from '@nightshelf/contracts/calls/catalog.ts';
import { until } from '@nightshelf/testing';
import { beforeEach, describe, expect, test } from 'vitest';
import { serve } from './catalog.ts';
import { type SmallCatalogue, startSmallCatalogue } from './small-catalogue.ts';

const inside = { id: 'cat-inside', name: 'Inside', released: '2016-06-29', platforms: [94], prominence: 4 };

let catalog: SmallCatalogue;

describe('Wikidata', () => {
  beforeEach(async () => {
    catalog = await startSmallCatalogue({ lines: [inside] });
  });

  test('keeps a year or a month as the date of a release', async () => {
    const { body } = await catalog.search("sid meier's civilization");
    expect(body.results.find(({ name }) => name === "Sid Meier's Civilization")).toMatchObject({
      original_release_date: null,
      partial_release_date: '1991-09',
      aliases: 'Civilization\nCiv 1',
    });
  });

  test('finds a game by its name and describes it on its page with its makers and genres', async () => {
    const { body } = await catalog.search('heavy rain');
    expect(body).toMatchObject({ source: 'wikidata', cached: false });
    expect(body.results[0]).toMatchObject({
      guid: 'wikidata-Q50003',
      name: 'Heavy Rain',
      original_release_date: '2010-02-23',
      platforms: [{ id: 35, name: 'PlayStation 3' }],
    });
    const params = { guid: 'wikidata-Q50003' };
    const { game, stale } = await catalog.service.api.call(getGame, { params });
    expect([game.name, game.original_release_date, stale]).toEqual(['Heavy Rain', '2010-02-23', false]);
    const { details, later } = await catalog.service.api.call(getGameDetails, { params });
    expect(details).toMatchObject({ developers: ['Quantic Dream'], genres: ['adventure'] });
    expect(later).toBe(false);
  });

  test('has no page for an item that does not exist or is no game', async () => {
    for (const guid of ['wikidata-Q999999999', 'wikidata-Q0', 'wikidata-Q50003x']) {
      const answer = await catalog.service.api.attempt(getGame, { params: { guid } });
      expect(answer).toMatchObject({ status: 404, body: { code: 'catalog.game_not_found' } });
    }
  });

  test('is asked once for the same words, for 20 games, with a maxlag of 5 seconds and without operators', async () => {
    const first = await catalog.search('mario');
    const [search, items, ...others] = await catalog.calls('wikidata');
    expect(search?.query).toMatchObject({ action: 'query', list: 'search', srlimit: '20', maxlag: '5' });
    expect(search?.query.srsearch).toBe('mario haswbstatement:P31=Q7889');
    expect(items?.query).toMatchObject({ action: 'wbgetentities', maxlag: '5' });
    expect(items?.query.ids?.split('|')).toHaveLength(20);
    expect(others).toEqual([]);
    const again = await catalog.search('  MARIO ');
    expect(again.body).toMatchObject({ cached: true, results: first.body.results, as_of: first.body.as_of });
    expect(await catalog.calls('wikidata')).toHaveLength(2);
    await catalog.search('"heavy" haswbstatement:P31=Q5');
    const [, , escaped] = await catalog.calls('wikidata');
    expect(escaped?.query.srsearch).toBe(' heavy  haswbstatement P31=Q5 haswbstatement:P31=Q7889');
  });

  test.each(['down', 'malformed', 'too-many', 'unauthorized'] as const)(
    'falls back to the catalogue when it fails as %s',
    async (mode) => {
      await catalog.fail('wikidata', mode);
      const { status, body } = await catalog.search('inside');
      expect(status).toBe(200);
      expect(body).toMatchObject({ source: 'offline-catalogue', results: [{ guid: inside.id, name: 'Inside' }] });
      const page = await catalog.service.api.call(getGame, { params: { guid: inside.id } });
      expect(page).toMatchObject({ stale: false, game: { name: 'Inside' } });
    },
  );
});

test('sends its user agent to Wikidata and waits for its Retry-After', async () => {
  const { url, seen } = await serve((request, response) => {
    response.setHeader('content-type', 'application/json');
    if (!request.url?.includes('doom')) return response.end(JSON.stringify({ query: { search: [] } }));
    response.statusCode = 429;
    return response.setHeader('retry-after', '3600').end('{}');
  });
  catalog = await startSmallCatalogue({
    lines: [inside],
    env: { WIKIDATA_URL: `${url}/w/api.php` },
    requestsOfTry: 1,
  });
  await until('it was asked', () => seen.length > 0);
  expect(seen[0]?.headers['user-agent']).toMatch(/^Nightshelf\/\d/);
  await catalog.search('doom');
  const asked = seen.length;
  const { body } = await catalog.search('inside');
  expect(body).toMatchObject({ source: 'offline-catalogue', results: [{ guid: inside.id }] });
  expect(seen).toHaveLength(asked);
});
