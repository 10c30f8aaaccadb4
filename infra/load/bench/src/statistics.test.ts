import { expect, it } from 'vitest';
import { judge, less, more, neither } from './figures.ts';
import { percentile, summaryOf } from './statistics.ts';

it('returns measured values as percentiles', () => {
  const values = [5, 1, 4, 2, 3];
  expect([0, 50, 95, 100].map((rank) => percentile(values, rank))).toEqual([1, 3, 5, 5]);
  expect(percentile([], 50)).toBeNaN();
});

it('summarizes values by the median and the middle half, whatever a few very slow turns took', () => {
  expect(summaryOf([9, 1, 3, 4, 2, 5, 100])).toEqual({ median: 4, low: 2, high: 9 });
  expect(summaryOf([1, 2])).toEqual({ median: 1.5, low: 1, high: 2 });
  expect(summaryOf([7])).toEqual({ median: 7, low: 7, high: 7 });
});

const fast = [10, 11, 10, 40, 10];
const slow = [20, 21, 20, 60, 19];

it('judges values whose spreads do not overlap as better or worse', () => {
  expect(judge(less('p95', 'ms', 0), fast, slow).judgement).toBe('worse');
  expect(judge(less('p95', 'ms', 0), slow, fast).judgement).toBe('better');
  expect(judge(more('rate', '/s', 0), fast, slow).judgement).toBe('better');
  expect(judge(less('p95', 'ms', 0), fast, slow).change).toBeCloseTo(0.909);
});

it('ignores overlapping spreads, changes below 3 % and figures of the machine', () => {
  expect(judge(less('p95', 'ms', 0), [10, 20, 30, 40], [15, 25, 35, 45]).judgement).toBe('same');
  expect(judge(less('p95', 'ms', 0), [100, 100, 100], [102, 102, 102]).judgement).toBe('same');
  expect(judge(neither('stock', 'ms', 0), fast, slow).judgement).toBe('same');
});
