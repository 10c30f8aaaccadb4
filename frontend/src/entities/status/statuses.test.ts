import { expect, test } from 'vitest';
import { statusRank } from './statuses.ts';

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
