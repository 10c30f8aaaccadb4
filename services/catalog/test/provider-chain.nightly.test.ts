import { getCatalogue, getGame } from '@nightshelf/contracts/calls/catalog.ts';
import { describe, expect, test } from 'vitest';
import { keys, noNetwork, type SmallCatalogue, startSmallCatalogue } from './small-catalogue.ts';

let catalog: SmallCatalogue;

/** Only the catalogue has the first; the simulated providers have the second, too, and no other. */
const secret = { id: 'cat-secret-of-evermore', name: 'Secret of Evermore', released: '1995-10-01', prominence: 3 };
const portal = { id: 'cat-portal-2', name: 'Portal 2', released: '2011-04-18', platforms: [94], prominence: 5 };
const lines = [secret, portal];

const page = (guid: string) => catalog.service.api.attempt(getGame, { params: { guid } });
const states = async () => (await catalog.service.api.call(getCatalogue, {})).providers;

describe.each(['not-found', 'unauthorized'] as const)('a Giant Bomb key that is refused as %s', (mode) => {
  test('makes search, games and imports use Wikidata and the offline catalog', async () => {
    catalog = await startSmallCatalogue({ lines, env: keys.giantbomb, failing: { giantbomb: mode } });
    expect(await states()).toEqual([
      { name: 'giantbomb', answers: false },
      { name: 'wikidata', answers: true },
    ]);
    const found = await catalog.search('dark souls');
    expect(found).toMatchObject({ status: 200, body: { source: 'wikidata' } });
    expect(found.body.results[0]).toMatchObject({ name: 'Dark Souls' });
    expect(await page(secret.id)).toMatchObject({ status: 200, body: { stale: false, game: { name: secret.name } } });
    const { rows } = await catalog.candidates([{ title: secret.name }, { title: 'Heavy Rain' }]);
    expect(rows[0]).toMatchObject({ asked: true, named: [{ guid: secret.id }] });
    expect(rows[1]).toMatchObject({ asked: true, named: [{ guid: 'wikidata-Q50003', year: 2010 }] });
    // The first try at startup found that Giant Bomb does not respond.
    expect(await catalog.calls('giantbomb')).toEqual([]);
  });

  test('makes them use the offline catalog alone when Wikidata is unreachable too', async () => {
    catalog = await startSmallCatalogue({
      lines,
      env: { ...keys.giantbomb, ...noNetwork },
      failing: { giantbomb: mode },
    });
    const found = await catalog.search('secret of evermore');
    expect(found).toMatchObject({ status: 200, body: { source: 'catalog', results: [{ guid: secret.id }] } });
    expect(await catalog.search('no such game')).toMatchObject({
      status: 503,
      body: { code: 'catalog.provider_failed' },
    });
    expect(await page(portal.id)).toMatchObject({ status: 200, body: { game: { name: portal.name } } });
    const { rows, retry_after_seconds } = await catalog.candidates([{ title: portal.name }, { title: 'Heavy Rain' }]);
    expect(rows[0]).toMatchObject({ named: [{ guid: portal.id }] });
    expect(rows[1]).toMatchObject({ by_id: null, named: [] });
    expect(retry_after_seconds).toBeNull();
  });
});

test('uses the catalogue without keys and without a network', async () => {
  catalog = await startSmallCatalogue({ lines, env: noNetwork });
  expect(await states()).toEqual([{ name: 'wikidata', answers: false }]);
  const found = await catalog.search('portal 2');
  expect(found).toMatchObject({ status: 200, body: { source: 'offline-catalogue', results: [{ guid: portal.id }] } });
  expect(await catalog.search('no such game')).toMatchObject({
    status: 200,
    body: { source: 'offline-catalogue', results: [] },
  });
  expect(await page(portal.id)).toMatchObject({ status: 200, body: { stale: false, game: { name: portal.name } } });
  const { rows, retry_after_seconds } = await catalog.candidates([{ title: portal.name }, { title: 'Heavy Rain' }]);
  expect(rows).toMatchObject([
    { asked: true, named: [{ guid: portal.id, year: 2011 }] },
    { asked: true, named: [] },
  ]);
  expect(retry_after_seconds).toBeNull();
});

test('asks IGDB first when it has keys, and Wikidata once IGDB fails', async () => {
  catalog = await startSmallCatalogue({ env: { ...keys.igdb, ...keys.giantbomb } });
  expect((await states()).map(({ name }) => name)).toEqual(['igdb', 'wikidata']);
  expect((await catalog.search('dark souls')).body).toMatchObject({ source: 'igdb' });
  expect(await catalog.calls('wikidata')).toEqual([]);
  await catalog.fail('igdb', 'server-error');
  expect((await catalog.search('limbo')).body).toMatchObject({ source: 'wikidata', results: [{ name: 'Limbo' }] });
  const { rows } = await catalog.candidates([{ title: 'Limbo' }, { title: 'Heavy Rain' }]);
  expect(rows).toMatchObject([
    { asked: true, named: [{ guid: 'wikidata-Q50004' }] },
    { asked: true, named: [{ guid: 'wikidata-Q50003' }] },
  ]);
  expect(await catalog.calls('giantbomb')).toEqual([]);
});

test.each(['igdb', 'giantbomb', 'wikidata'] as const)(
  'asks only the provider %s when PROVIDER names it',
  async (name) => {
    catalog = await startSmallCatalogue({ env: { ...keys.igdb, ...keys.giantbomb, PROVIDER: name } });
    expect((await states()).map((one) => one.name)).toEqual([name]);
    expect((await catalog.search('dark souls')).body).toMatchObject({ source: name });
    await catalog.fail(name, 'server-error');
    const { status } = await catalog.search('limbo');
    expect(status).toBe(name === 'wikidata' ? 200 : 503);
    for (const other of ['igdb', 'giantbomb', 'wikidata'] as const)
      if (other !== name) expect(await catalog.calls(other)).toEqual([]);
  },
);

test('asks no provider when PROVIDER names one without keys', async () => {
  catalog = await startSmallCatalogue({ lines, env: { PROVIDER: 'igdb' } });
  expect(await states()).toEqual([]);
  expect((await catalog.search('portal')).body).toMatchObject({ source: 'offline-catalogue' });
  const { rows } = await catalog.candidates([{ title: portal.name }, { title: 'Heavy Rain' }]);
  expect(rows).toMatchObject([{ asked: true, named: [{ guid: portal.id }] }, { asked: true }]);
  expect(await catalog.calls('wikidata')).toEqual([]);
});
