import { expect, test } from 'vitest';
import { less, more, neither } from '../bench.ts';
import { judge } from './verdict.ts';

const fast = [10, 11, 10, 40, 10];
const slow = [20, 21, 20, 60, 19];

test('what lies apart beyond the spread is better or worse, whichever way is better', () => {
  expect(judge(less('p95', 'ms', 0), fast, slow).judgement).toBe('worse');
  expect(judge(less('p95', 'ms', 0), slow, fast).judgement).toBe('better');
  expect(judge(more('rate', '/s', 0), fast, slow).judgement).toBe('better');
  expect(judge(less('p95', 'ms', 0), fast, slow).change).toBeCloseTo(0.909);
});

test('spreads that meet, a change of less than 3 % and what only describes the machine are no difference', () => {
  expect(judge(less('p95', 'ms', 0), [10, 20, 30, 40], [15, 25, 35, 45]).judgement).toBe('same');
  expect(judge(less('p95', 'ms', 0), [100, 100, 100], [102, 102, 102]).judgement).toBe('same');
  expect(judge(neither('stock', 'ms', 0), fast, slow).judgement).toBe('same');
});
