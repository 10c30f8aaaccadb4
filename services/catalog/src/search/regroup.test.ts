import { expect, test } from 'vitest';
import { regroup } from './regroup.ts';

test('a word is split wherever both parts are words by their length', () => {
  expect(regroup(['pacman', 'plus'])).toEqual([
    { needs: ['pac', 'man'], parts: ['pac man', 'plus'] },
    { needs: ['pacmanplus'], parts: ['pacmanplus'] },
  ]);
});

test('neighbours are joined', () => {
  expect(regroup(['the', 'star', 'craft']).map(({ parts }) => parts)).toContainEqual(['the', 'starcraft']);
});

test('a short word has no other spacing', () => {
  expect(regroup(['zelda'])).toEqual([]);
});
