import { expect, test } from 'vitest';
import { rankBetween, rankGap } from './order.ts';

test('finds room at both ends but not between adjacent ranks or beyond the limit', () => {
  expect(rankBetween(null, null)).toBe(rankGap);
  expect(rankBetween(7, null)).toBe(7 + rankGap);
  expect(rankBetween(null, 7)).toBe(7 - rankGap);
  expect(rankBetween(-3, -1)).toBe(-2);
  expect(rankBetween(1, 2)).toBeNull();
  expect(rankBetween(2 ** 52 - 1, null)).toBeNull();
  expect(rankBetween(null, -(2 ** 52) + 1)).toBeNull();
});
