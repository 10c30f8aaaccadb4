import { expect, test } from 'vitest';
import { percentile } from './statistics.ts';

test('percentiles are values that were measured', () => {
  const values = [5, 1, 4, 2, 3];
  expect([0, 50, 95, 100].map((rank) => percentile(values, rank))).toEqual([1, 3, 5, 5]);
  expect(percentile([], 50)).toBeNaN();
});
