import { game as gameSchema } from '@nightshelf/contracts/games.ts';
import { expect, test } from 'vitest';
import { searchQuery } from './igdb.ts';
import { toGame } from './to-game.ts';

test("maps a game to the catalog's form", () => {
  const game = toGame({
    id: 1029,
    name: 'The Legend of Zelda: Ocarina of Time',
    summary: 'A boy & a <fairy>.',
    first_release_date: 911_606_400,
    rating_count: 12,
    cover: { id: 1, image_id: 'co3nnx' },
    platforms: [
      { id: 4, name: 'Nintendo 64', abbreviation: 'N64' },
      { id: 999, name: 'Some Console' },
    ],
    alternative_names: [{ id: 1, name: 'OoT' }, { id: 2 }],
  });
  expect(gameSchema.safeParse(game).error).toBeUndefined();
  expect(game).toMatchObject({
    guid: 'igdb-1029',
    original_release_date: '1998-11-21',
    image_url: 'https://images.igdb.com/igdb/image/upload/t_cover_big/co3nnx.jpg',
    description: '<h2>Overview</h2><p>A boy &amp; a &lt;fairy&gt;.</p>',
    aliases: 'OoT',
    number_of_user_reviews: 12,
    platforms: [
      { id: 43, guid: '3045-43', name: 'Nintendo 64', abbreviation: 'N64' },
      { id: null, guid: 'igdb-999', name: 'Some Console', abbreviation: null },
    ],
  });
});

test('omits what IGDB omits', () => {
  const game = toGame({ id: 5, name: 'X', first_release_date: 9e15, cover: { image_id: '../x' } });
  expect(gameSchema.safeParse(game).error).toBeUndefined();
  expect(game).toMatchObject({ original_release_date: null, image_url: null, description: null, aliases: null });
  expect(toGame({ name: 'no id' })).toBeNull();
});

test('keeps text inside the quotes of a query', () => {
  expect(searchQuery('a"; fields *; "\\\n', 5)).toContain('search "a\\"; fields *; \\"\\\\ "; fields ');
});
