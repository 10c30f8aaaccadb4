import { expect, test } from 'vitest';
import { statusOptions, statusRank } from './statuses.ts';

test('sorts statuses as playing, want to play, completed, collection, dropped, then others', () => {
  const shuffled = ['dropped', 'unheard_of', 'collection', 'completed', 'playing', 'want_to_play'];
  expect(shuffled.toSorted((a, b) => statusRank(a) - statusRank(b))).toEqual([
    'playing',
    'want_to_play',
    'completed',
    'collection',
    'dropped',
    'unheard_of',
  ]);
});

test('offers want to play first', () => {
  expect(statusOptions[0]).toMatchObject({ value: 'want_to_play', label: 'Want to Play' });
  expect(statusOptions).toHaveLength(5);
});
