import { expect, test } from 'vitest';
import { percentile, summaryOf } from './statistics.ts';

test('percentiles are values that were measured', () => {
  const values = [5, 1, 4, 2, 3];
  expect([0, 50, 95, 100].map((rank) => percentile(values, rank))).toEqual([1, 3, 5, 5]);
  expect(percentile([], 50)).toBeNaN();
});

test('a summary is the median and the middle half: a few very slow turns do not widen it', () => {
  expect(summaryOf([9, 1, 3, 4, 2, 5, 100])).toEqual({ median: 4, low: 2, high: 9 });
  expect(summaryOf([1, 2])).toEqual({ median: 1.5, low: 1, high: 2 });
  expect(summaryOf([7])).toEqual({ median: 7, low: 7, high: 7 });
});
