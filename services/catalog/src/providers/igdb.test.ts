import { gameDetails } from '@nightshelf/contracts/game-details.ts';
import { game as gameSchema } from '@nightshelf/contracts/games.ts';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { searchQuery, toDetails, toGame, toTimes } from './igdb.ts';
import { imageSources } from './lenient.ts';
import { readBody } from './route-client.ts';

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

const images = imageSources();
const host = 'https://images.igdb.com/igdb/image/upload';

test('reads names, makers by role, images, series and similar games', () => {
  const one = { id: 1, name: 'One', first_release_date: 0, cover: { image_id: 'co1' } };
  const details = toDetails(
    {
      genres: [{ id: 31, name: 'Adventure' }],
      involved_companies: [
        { company: { name: 'Maker' }, developer: true, publisher: false },
        { company: { name: 'Seller' }, publisher: true },
        { company: 7, developer: true },
      ],
      screenshots: [{ image_id: 'sc1' }, { image_id: '../../x' }, { url: 'https://elsewhere.example/t_thumb/1.jpg' }],
      collections: [
        { name: 'Alone', games: [one] },
        { name: 'Series', games: [one, { id: 2, name: 'Two' }] },
      ],
      similar_games: [{ id: 3, name: 'Three' }, { id: 4 }, ...Array.from({ length: 5000 }, () => one)],
    },
    images,
  );
  expect(gameDetails.parse(details)).toMatchObject({
    genres: ['Adventure'],
    themes: [],
    developers: ['Maker'],
    publishers: ['Seller'],
    screenshots: [{ thumb_url: `${host}/t_screenshot_med/sc1.jpg`, url: `${host}/t_1080p/sc1.jpg` }],
    series: [
      {
        name: 'Series',
        games: [
          {
            guid: 'igdb-1',
            name: 'One',
            image_url: `${host}/t_cover_big/co1.jpg`,
            original_release_date: '1970-01-01',
          },
          { guid: 'igdb-2', name: 'Two', image_url: null, original_release_date: null },
        ],
      },
    ],
  });
  expect(details.similar_games).toHaveLength(24);
});

test('reads the known times to beat', () => {
  const times = { hastily: 36_000, normally: 54_000, completely: 90_000, count: 12 };
  expect(toTimes({ id: 1, game_id: 7, ...times })).toEqual(times);
  expect(toTimes({ hastily: 36_000, normally: 'long', completely: -5 })).toEqual({
    hastily: 36_000,
    normally: null,
    completely: null,
    count: 0,
  });
  for (const nothing of [undefined, null, {}, 'text', { count: 3 }, { hastily: 1e300 }])
    expect(toTimes(nothing)).toBeNull();
});

test.each([
  ['a limit', 429, '{}', 'too-many-requests'],
  ['a refused client', 401, '{}', 'key-refused'],
  ['a forbidden client', 403, '{}', 'key-refused'],
  ['a broken server', 500, '[]', 'unavailable'],
  ['a missing page', 404, '<html>', 'unavailable'],
  ['an error page', 200, '<html>', 'malformed'],
  ['another form', 200, '{}', 'malformed'],
])('recognizes %s', (_, status, text, kind) => {
  const read = () => readBody({ status, text, retryAfterMs: null }, z.array(z.unknown()));
  expect(read).toThrow(expect.objectContaining({ name: 'ProviderFault', kind }));
});
