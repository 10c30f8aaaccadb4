import { expect, test } from 'vitest';
import { regroup } from './stages.ts';

test('splits a word where both parts are long enough', () => {
  expect(regroup(['pacman', 'plus'])).toEqual([
    { needs: ['pac', 'man'], parts: ['pac man', 'plus'] },
    { needs: ['pacmanplus'], parts: ['pacmanplus'] },
  ]);
});

test('joins adjacent words', () => {
  expect(regroup(['the', 'star', 'craft']).map(({ parts }) => parts)).toContainEqual(['the', 'starcraft']);
});

test('returns no other spacing for a short word', () => {
  expect(regroup(['zelda'])).toEqual([]);
});
