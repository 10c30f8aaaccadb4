import { gameDetails } from '@nightshelf/contracts/game-details.ts';
import { expect, test } from 'vitest';
import { ImageSources } from '../image-sources.ts';
import { franchiseGames, franchiseOf, toDetails } from './to-details.ts';

const images = new ImageSources();
const shot = (name: string) => ({
  medium_url: `https://www.giantbomb.com/a/uploads/scale_medium/${name}.jpg`,
  super_url: `https://www.giantbomb.com/a/uploads/scale_large/${name}.jpg`,
  tags: 'All Images,Screenshots',
});

test('reads names, images and similar games of a page', () => {
  const page = {
    genres: [{ id: 4, name: 'Adventure' }],
    themes: [{ id: 2, name: 'Fantasy' }],
    developers: [
      { id: 1, name: 'Nintendo' },
      { id: 1, name: 'Nintendo' },
    ],
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
