import { expect, test } from 'vitest';
import { statisticsOf } from './visible-library.ts';

test('counts every entry once, in its status', () => {
  const entry = { rating: null, hours_played: null, is_shared: false };
  expect(
    statisticsOf([
      { ...entry, status: 'playing', rating: 10, hours_played: 1.5 },
      { ...entry, status: 'completed', rating: 5, hours_played: 99_999.5, is_shared: true },
      { ...entry, status: 'completed' },
      { ...entry, status: 'want_to_play' },
      { ...entry, status: 'collection', is_shared: true },
      { ...entry, status: 'dropped' },
    ]),
  ).toEqual({
    total_games: 6,
    shared_games: 2,
    completed: 2,
    currently_playing: 1,
    want_to_play: 1,
    collection: 1,
    dropped: 1,
    average_rating: 7.5,
    total_hours: 100_001,
  });
});

test('returns no average without ratings', () => {
  expect(statisticsOf([])).toMatchObject({ total_games: 0, average_rating: null, total_hours: 0 });
});
