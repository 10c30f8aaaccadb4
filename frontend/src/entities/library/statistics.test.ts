import { expect, test } from 'vitest';
import { anEntry } from '../../test/builders.ts';
import { statisticsOf } from './statistics.ts';

test('counts every status and averages only ratings above 0', () => {
  const entries = [
    anEntry({ status: 'completed', rating: 9, hours_played: 10.5 }),
    anEntry({ status: 'completed', rating: 6, hours_played: null }),
    anEntry({ status: 'playing', rating: null, hours_played: 2 }),
    anEntry({ status: 'dropped', rating: 0 }),
  ];
  expect(statisticsOf(entries)).toEqual({
    total: 4,
    byStatus: { want_to_play: 0, playing: 1, completed: 2, dropped: 1, collection: 0 },
    averageRating: 7.5,
    totalHours: 12.5,
  });
});

test('returns no average for an empty vault', () =>
  expect(statisticsOf([])).toMatchObject({ total: 0, averageRating: null }));
