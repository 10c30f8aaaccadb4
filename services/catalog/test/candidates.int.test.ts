import { findCandidates } from '@nightshelf/contracts/calls/catalog.ts';
import type { CandidateRow } from '@nightshelf/contracts/import-candidates.ts';
import { someIdentity } from '@nightshelf/testing';
import { expect, test } from 'vitest';
import { startCatalog, storeGames } from './catalog.ts';

const catalog = await startCatalog();

await storeGames(catalog, [
  { guid: '3030-1', name: 'God of War', original_release_date: '2005-03-22' },
  { guid: '3030-2', name: 'God of War (2018)', original_release_date: '2018-04-20' },
  { guid: '3030-3', name: 'Doom', original_release_date: '1993-12-10' },
  { guid: '3030-4', name: 'Doom', original_release_date: '2016-05-13' },
  { guid: '3030-5', name: 'Sam & Max Hit the Road', original_release_date: '1993-11-01' },
  { guid: '3030-6', name: 'F.E.A.R.', original_release_date: '2005-10-17' },
  { guid: '3030-7', name: 'N++', original_release_date: '2015-07-28' },
  { guid: '3030-8', name: 'Final Fantasy VII', aliases: 'FF7', original_release_date: '1997-01-31' },
  { guid: '3030-9', name: 'The Elder Scrolls V: Skyrim', original_release_date: '2011-11-11' },
  { guid: '3030-10', name: 'Portal', original_release_date: '2007-10-10' },
]);
await catalog.service.query(`update games set other_ids = '{steam-400,igdb-71}' where guid = '3030-10'`);

const user = someIdentity();

const ask = async (row: Partial<CandidateRow>) => {
  const rows = [{ title: null, year: null, id: null, ...row }];
  const answer = await catalog.service.api.as(user).call(findCandidates, { body: { rows } });
  return answer.rows[0];
};
const named = async (title: string) =>
  Object.fromEntries((await ask({ title }))?.named.map(({ guid, year }) => [guid, year]) ?? []);

test.each([
  ['God of War (2018)', { '3030-1': 2005, '3030-2': 2018 }],
  ['god of war', { '3030-1': 2005, '3030-2': 2018 }],
  ['Doom (2016)', { '3030-3': 1993, '3030-4': 2016 }],
  ['Sam and Max Hit the Road', { '3030-5': 1993 }],
  ['FEAR', { '3030-6': 2005 }],
  ['N++', { '3030-7': 2015 }],
  ['FF7', { '3030-8': 1997 }],
  ['FINAL FANTASY VII™', { '3030-8': 1997 }],
])('names the games and years for %s', async (title, years) => {
  expect(await named(title)).toEqual(years);
});

test.each(['N+', 'Portal+', 'Peak Nonsense Game', '???', ''])('names no game for %s', async (title) => {
  expect(await ask({ title })).toMatchObject({ by_id: null, named: [], near: [] });
});

test.each([
  ['Final Fantasy 7', '3030-8', true],
  ['Skyrim', undefined, undefined],
  ['The Elder Scrolls V', '3030-9', false],
  ['The Elder Scrolls V: Skyrim Special Edition', '3030-9', true],
  ['Elder Scrolls V - Skyrim', '3030-9', true],
])('finds %s among similar titles', async (title, guid, whole) => {
  const near = (await ask({ title }))?.near[0];
  expect([near?.guid, near?.is_whole]).toEqual([guid, whole]);
});

test.each(['3030-10', 'steam-400', 'igdb-71'])('finds the game by the id %s', async (id) => {
  expect((await ask({ id }))?.by_id).toBe('3030-10');
});

test('answers a batch of unknown titles among 50,000 games before a statement times out', async () => {
  await catalog.service.query(
    `insert into games (guid, data, search_name, search_aliases, search_text, short_key, content_hash, fetched_at)
     select 'many-' || n, '{}', 'many ' || n, '{}', 'many ' || n, 'many' || n, 'many', now()
     from generate_series(1, 50000) n`,
  );
  const rows = Array.from({ length: 500 }, (_, at) => ({ title: `Never Heard Of ${at}`, year: null, id: null }));
  const answer = await catalog.service.api.as(user).call(findCandidates, { body: { rows } });
  expect(answer.rows.filter(({ named, near }) => named.length + near.length === 0)).toHaveLength(500);
});

test('rejects malformed rows', async () => {
  const send = (body: unknown) =>
    catalog.service.api.as(user).send('POST', '/api/games/candidates', { body: JSON.stringify(body) });
  expect((await send({ rows: [] })).status).toBe(422);
  expect((await send({ rows: [{ title: 'a'.repeat(501), year: null, id: null }] })).status).toBe(422);
  expect((await send({ rows: [{ title: 'a', year: 1492, id: null }] })).status).toBe(422);
  expect((await catalog.service.api.send('POST', '/api/games/candidates', { body: '{}' })).status).toBe(401);
});
