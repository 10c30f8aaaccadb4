import { gameDetails } from '@nightshelf/contracts/game-details.ts';
import { expect, test } from 'vitest';
import { ImageSources } from '../image-sources.ts';
import { toDetails, toTimes } from './to-details.ts';

const images = new ImageSources();
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
