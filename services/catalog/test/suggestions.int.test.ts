import { randomUUID } from 'node:crypto';
import { suggestGames } from '@nightshelf/contracts/calls/catalog.ts';
import { entryAdded } from '@nightshelf/contracts/events/entries.ts';
import { until } from '@nightshelf/testing';
import { expect, test } from 'vitest';
import { takeSteps } from '../src/popularity/vault-counts.ts';
import { someEntry, startCatalog, storeGames } from './catalog.ts';

const catalog = await startCatalog();

/** A user's own game, which the catalog does not know. */
const kept = someEntry({ guid: '3030-900', status: 'dropped', rating: 3, hours_played: 77.5, platform_id: 94 });

await storeGames(catalog, [
  { guid: '3030-1', name: 'The Legend of Zelda', aliases: 'Hyrule Fantasy' },
  { guid: '3030-2', name: 'Zelda II: The Adventure of Link' },
  { guid: '3030-3', name: 'Zelda', deck: 'A deck', description: '<p>Long</p>' },
  { guid: '3030-4', name: 'Zelda Classic' },
  { guid: '3030-5', name: 'Final Fantasy VII', aliases: 'FF7' },
  { guid: '3030-6', name: '100% Orange Juice' },
  { guid: '3030-7', name: 'ゼルダの伝説' },
  { guid: '3030-8', name: 'أساطير العرب' },
  { guid: '3030-9', name: 'Pac-Man' },
]);
for (const guid of [...Array.from({ length: 5 }, () => '3030-4'), kept.guid])
  await catalog.service.deliver(entryAdded, { data: { ...kept, guid, entry_id: randomUUID() } });
const counted = 'select sum(vaults)::int as vaults from popularity';
await until('all vaults count', async () => (await catalog.service.query(counted))[0]?.vaults === 6);
await catalog.service.query(takeSteps);

const suggest = async (q: string, limit = 8) => {
  const { games } = await catalog.service.api.call(suggestGames, { query: { q, limit } });
  return games.map(({ name }) => name);
};

test('sorts exact names first, then prefixes by popularity, then words of names', async () => {
  const all = ['Zelda', 'Zelda Classic', 'Zelda II: The Adventure of Link', 'The Legend of Zelda'];
  expect(await suggest('zelda')).toEqual(all);
  expect(await suggest('ze')).toEqual([all[1], all[0], all[2], all[3]]);
  expect(await suggest('zelda', 2)).toEqual(all.slice(0, 2));
});

test.each([
  ['ff', 'Final Fantasy VII'],
  ['hyrule f', 'The Legend of Zelda'],
  ['fan fin', 'Final Fantasy VII'],
  ['ゼル', 'ゼルダの伝説'],
  ['أسا', 'أساطير العرب'],
  ['100%', '100% Orange Juice'],
  ['pacman', 'Pac-Man'],
  ['zleda', 'Zelda'],
])('%s suggests %s', async (q, name) => {
  expect((await suggest(q))[0]).toBe(name);
});

test.each(['%', '_', 'z_lda', '🎮', '\u202e', "'; drop table games; --", '\\', 'a'.repeat(200), 'qwxzvkj', '(((:*'])(
  'suggests nothing for %s',
  async (q) => expect(await suggest(q)).toEqual([]),
);

test.each([
  ['no text', ''],
  ['blank text', 'q=%20'],
  ['NUL', 'q=ze%00'],
  ['500 characters', `q=${'a'.repeat(500)}`],
  ['too many', 'q=ze&limit=21'],
  ['none', 'q=ze&limit=0'],
])('returns 422 for %s', async (_, query) => {
  const { status, body } = await catalog.service.api.send<{ code: string }>('GET', `/api/games/suggest?${query}`);
  expect([status, body.code]).toEqual([422, 'request.invalid']);
});

test('asks no provider, reveals no user data, and is cached by browsers for a minute', async () => {
  await catalog.provider.forget();
  const { status, headers, body } = await catalog.service.api.send<{ games: object[] }>(
    'GET',
    '/api/games/suggest?q=ze',
  );
  expect([status, headers.get('cache-control')]).toEqual([200, 'private, max-age=60']);
  const shown = ['guid', 'id', 'image', 'image_url', 'name', 'original_release_date', 'platforms'];
  for (const game of body.games) expect(Object.keys(game).sort()).toEqual(shown);
  const text = JSON.stringify(body);
  for (const own of [kept.user_id, kept.guid, kept.status, '77.5']) expect(text).not.toContain(own);
  expect(await catalog.provider.calls()).toEqual([]);
});
