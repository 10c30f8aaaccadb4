import { searchGames } from '@nightshelf/contracts/calls/catalog.ts';
import { expect, test } from 'vitest';
import { startCatalog, storeGames } from './catalog.ts';

const catalog = await startCatalog();

await storeGames(catalog, [
  { guid: '3030-1', name: 'The Legend of Zelda', aliases: 'Zelda 1\nHyrule Fantasy' },
  { guid: '3030-2', name: 'Zelda II: The Adventure of Link', aliases: null },
  { guid: '3030-3', name: 'Zelda', aliases: null },
  { guid: '3030-4', name: 'Pokémon Red', aliases: 'Pocket Monsters Red' },
  { guid: '3030-5', name: 'Pac-Man', aliases: null },
  { guid: '3030-6', name: 'NieR:Automata', aliases: null },
  { guid: '3030-7', name: 'StarCraft', aliases: null },
  { guid: '3030-8', name: "Assassin's Creed", aliases: null },
  { guid: '3030-9', name: '100% Orange Juice', aliases: null },
  { guid: '3030-10', name: 'Link: The Faces of Evil', aliases: null },
  { guid: '3030-11', name: 'Final Fantasy VII', aliases: 'FF7' },
  { guid: '3030-12', name: 'ゼルダの伝説', aliases: null },
]);

const search = async (q: string, limit = 50) => {
  const { games } = await catalog.service.api.call(searchGames, { query: { q, limit } });
  return games.map(({ name }) => name);
};

test('sorts exact names first, then names that begin with the query, then names with such a word', async () => {
  expect(await search('zelda')).toEqual(['Zelda', 'Zelda II: The Adventure of Link', 'The Legend of Zelda']);
  expect(await search('link')).toEqual(['Link: The Faces of Evil', 'Zelda II: The Adventure of Link']);
});

test('applies the limit, ten by default', async () => {
  expect(await search('zelda', 2)).toEqual(['Zelda', 'Zelda II: The Adventure of Link']);
  const { games } = await catalog.service.api.call(searchGames, { query: { q: 'e' } });
  expect(games.length).toBeLessThanOrEqual(10);
});

test.each([
  ['pokemon', 'Pokémon Red'],
  ['POKÉMON RED', 'Pokémon Red'],
  ['pac man', 'Pac-Man'],
  ['pacman', 'Pac-Man'],
  ['nier automata', 'NieR:Automata'],
  ['automata nier', 'NieR:Automata'],
  ['star craft', 'StarCraft'],
  ['assassins creed', "Assassin's Creed"],
  ['ff7', 'Final Fantasy VII'],
  ['pocket mon', 'Pokémon Red'],
  ['legend zel', 'The Legend of Zelda'],
  ['zleda', 'Zelda'],
  ['final fantsy', 'Final Fantasy VII'],
  ['assasins creed', "Assassin's Creed"],
  ['pokmeon rde', 'Pokémon Red'],
  ['ゼルダ', 'ゼルダの伝説'],
])('%s finds %s', async (q, name) => {
  expect((await search(q))[0]).toBe(name);
});

test.each([
  ['zleda', 'zelda', 3],
  ['final fantsy', 'final fantasy', 1],
  ['assasins creed', 'assassins creed', 1],
  ['zlda', 'zelda', 3],
  ['zelba', 'zelda', 3],
  ['zeldda', 'zelda', 3],
  ['zelda', null, 3],
  ['pacman', null, 1],
  ['zleda qwxzvkj', 'zelda', 0],
  ['legend of qwxzvkj', 'legend', 1],
  ['the qwxzvkj', null, 0],
  ['of the qwxzvkj', null, 0],
  ['qwxzvkj', null, 0],
  ['%', null, 0],
])('corrects %s to %s and finds %i games', async (q, meant, count) => {
  const answer = await catalog.service.api.call(searchGames, { query: { q, limit: 50 } });
  expect([answer.did_you_mean, answer.games.length]).toEqual([meant, count]);
});

test('treats wildcards as text', async () => {
  expect(await search('100%')).toEqual(['100% Orange Juice']);
  expect(await search('%')).toEqual([]);
  expect(await search('z_lda x')).toEqual([]);
});

test.each([
  ['no query', '', ['q']],
  ['a blank query', 'q=%20%20', ['q']],
  ['NUL', 'q=a%00b', ['q']],
  ['a query too long', `q=${'a'.repeat(201)}`, ['q']],
  ['a limit of 0', 'q=a&limit=0', ['limit']],
  ['a limit too high', 'q=a&limit=101', ['limit']],
  ['a limit that is not a number', 'q=a&limit=many', ['limit']],
  ['an infinite limit', 'q=a&limit=1e999', ['limit']],
  ['a broken limit', 'q=a&limit=1.5', ['limit']],
])('rejects %s', async (_, query, fields) => {
  const answer = await catalog.service.api.send<{ errors: object; success: boolean }>(
    'GET',
    `/api/games/search?${query}`,
  );
  expect(answer.status).toBe(422);
  expect(answer.body.success).toBe(false);
  expect(Object.keys(answer.body.errors)).toEqual(fields);
});

test('searches for, corrects and stores non-BMP characters like others', async () => {
  const [exact, swapped] = ['\u{20bb7}\u{20bb7}\u{20bb8}\u{20bb9}', '\u{20bb7}\u{20bb8}\u{20bb7}\u{20bb9}'];
  const name = `${exact} ${'\u{20bb8}'.repeat(200)}`;
  await storeGames(catalog, [{ guid: '3030-astral', name, aliases: '\u{20bb9}'.repeat(1500) }]);
  for (const q of [exact, swapped]) {
    const { games } = await catalog.service.api.call(searchGames, { query: { q } });
    expect(games.map(({ guid }) => guid)).toContain('3030-astral');
  }
});
