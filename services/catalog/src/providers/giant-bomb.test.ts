import { gameDetails } from '@nightshelf/contracts/game-details.ts';
import { game as gameSchema } from '@nightshelf/contracts/games.ts';
import { expect, test } from 'vitest';
import { franchiseGames, franchiseOf, readResponse, toDetails, toGame } from './giant-bomb.ts';
import { imageSources } from './lenient.ts';

const images = imageSources();
const shot = (name: string) => ({
  medium_url: `https://www.giantbomb.com/a/uploads/scale_medium/${name}.jpg`,
  super_url: `https://www.giantbomb.com/a/uploads/scale_large/${name}.jpg`,
  tags: 'All Images,Screenshots',
});

const item = {
  aliases: 'FF7\r\nFFVII',
  deck: 'A mercenary and a planet.',
  description: '<h2>Overview</h2><p>Long ago &amp; far away.</p>',
  guid: '3030-13053',
  id: 13053,
  image: { medium_url: 'https://static.giantbomb.com/m.png', small_url: 'javascript:alert(1)', thumb_url: null },
  name: 'Final Fantasy VII',
  number_of_user_reviews: 41,
  original_game_rating: [{ id: 6, name: 'ESRB: T' }],
  original_release_date: '1997-01-31 00:00:00',
  platforms: [{ id: 22, name: 'PlayStation', abbreviation: 'PS1' }],
};

test('maps a game of a list field by field', () => {
  expect(toGame(item)).toEqual({
    guid: '3030-13053',
    id: null,
    name: 'Final Fantasy VII',
    deck: 'A mercenary and a planet.',
    original_release_date: '1997-01-31',
    image: {
      small_url: null,
      medium_url: 'https://static.giantbomb.com/m.png',
      thumb_url: null,
      screen_large_url: null,
    },
    image_url: 'https://static.giantbomb.com/m.png',
    platforms: [{ id: 22, guid: '3045-22', name: 'PlayStation', abbreviation: 'PS1' }],
    description: '<h2>Overview</h2><p>Long ago &amp; far away.</p>',
    aliases: 'FF7\nFFVII',
    number_of_user_reviews: 41,
    original_game_rating: { name: 'ESRB: T' },
  });
});

test('returns a valid game despite nulls, missing and odd fields', () => {
  const odd = { deck: 5, number_of_user_reviews: 'many', original_game_rating: {}, original_release_date: 'soon' };
  const bare = toGame({
    ...{ id: 7, name: ' Elite ', image: 'none' },
    platforms: [null, { name: '' }, 3, { id: 'x', name: 'BBC Micro' }],
  });
  const long = { name: 'x'.repeat(9000), deck: 'd\u0000'.repeat(9000) };
  for (const game of [bare, toGame({ ...item, ...odd }), toGame({ ...item, ...long })])
    expect(gameSchema.safeParse(game).error).toBeUndefined();
  expect(bare).toMatchObject({ guid: '3030-7', name: 'Elite', platforms: [{ id: null, name: 'BBC Micro' }] });
});

test.each([null, 'game', {}, { id: 1 }, { name: 'x' }, { ...item, name: '  ' }, { guid: '3005-1', name: 'x' }])(
  'returns null for %j, which lacks a name or an identity',
  (none) => expect(toGame(none)).toBeNull(),
);

test('reads names, images and similar games of a page', () => {
  const page = {
    genres: [{ id: 4, name: 'Adventure' }],
    themes: [{ id: 2, name: 'Fantasy' }],
    developers: [{ name: 'Nintendo' }, { name: 'Nintendo' }],
    publishers: null,
    franchises: [{ id: 401, name: 'The Legend of Zelda' }],
    similar_games: [{ id: 7, name: 'Okami' }],
    images: [{ ...shot('box'), tags: 'All Images,Box Art' }, shot('one')],
  };
  expect(toDetails(page, images)).toEqual({
    genres: ['Adventure'],
    themes: ['Fantasy'],
    developers: ['Nintendo'],
    publishers: [],
    screenshots: [{ thumb_url: shot('one').medium_url, url: shot('one').super_url }],
    series: [],
    similar_games: [{ guid: '3030-7', name: 'Okami', image_url: null, original_release_date: null }],
    times_to_beat: null,
  });
  expect(franchiseOf(page)).toBe(401);
});

test('omits missing, malformed and excess items, and keeps the rest', () => {
  const many = Array.from({ length: 5000 }, (_, place) => ({ id: place + 1, name: `Game ${place}` }));
  const page = {
    genres: 'Adventure',
    themes: [null, 7, { name: '' }, { name: ' ' }, { id: 1 }, { name: '<img src=x onerror=alert(1)>' }],
    developers: [{ name: 'x'.repeat(10_000) }, { name: 'a\u0000b' }],
    similar_games: [{ id: -1, name: 'Negative' }, { id: 'x', name: 'Named' }, ...many],
    images: [
      { ...shot('a'), super_url: 'javascript:alert(1)', original_url: null },
      { super_url: 'http://www.giantbomb.com/plain.jpg' },
      { super_url: 'https://elsewhere.example/1.jpg' },
      'nothing',
      ...Array.from({ length: 500 }, (_, place) => shot(`${place}`)),
    ],
  };
  const details = gameDetails.parse(toDetails(page, images));
  expect(details.genres).toEqual([]);
  expect(details.themes).toEqual(['<img src=x onerror=alert(1)>']);
  expect(details.developers.map((name) => name.length)).toEqual([200, 2]);
  expect(details.similar_games).toHaveLength(24);
  expect(details.screenshots).toHaveLength(20);
  expect(details.screenshots[0]).toEqual({ thumb_url: shot('0').medium_url, url: shot('0').super_url });
});

test.each([null, undefined, 7, 'text', [], {}])('returns empty details for %s', (page) => {
  expect(gameDetails.parse(toDetails(page, images)).similar_games).toEqual([]);
  expect(franchiseOf(page)).toBeNull();
  expect(franchiseGames(page)).toBeNull();
});

const read = (status: number, body: unknown) =>
  readResponse({ status, text: typeof body === 'string' ? body : JSON.stringify(body), retryAfterMs: null });

test('reads a successful response with the total as text, and an unknown game', () => {
  expect(read(200, { status_code: 1, number_of_total_results: '20', results: [1] })).toMatchObject({
    number_of_total_results: 20,
    results: [1],
  });
  expect(read(200, { status_code: 101, results: [] })).toBeNull();
});

test.each([
  ['a refused key', 401, { results: [], status_code: 100 }, 'key-refused'],
  ['a limit', 420, '', 'too-many-requests'],
  ['a limit', 429, '{}', 'too-many-requests'],
  ['a limit in a good answer', 200, { results: [], status_code: 107 }, 'too-many-requests'],
  ['another fault', 200, { results: [], status_code: 104 }, 'unavailable'],
  ['a broken server', 500, '{"message":"x"}', 'unavailable'],
  ['a missing page', 404, '<html>Not Found</html>', 'malformed'],
  ['an error page', 200, '<!doctype html>', 'malformed'],
  ['a body cut short', 200, '{"error":"OK","res', 'malformed'],
  ['another form', 200, [1, 2], 'malformed'],
])('recognizes %s', (_, status, body, kind) => {
  expect(() => read(status, body)).toThrow(expect.objectContaining({ name: 'ProviderFault', kind }));
});
