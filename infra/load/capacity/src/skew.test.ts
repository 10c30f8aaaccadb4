import { expect, test } from 'vitest';
import { questionOf } from './question.ts';
import { activityOf, randomOf } from './random.ts';
import { skewOf } from './skew.ts';

const skew = (...args: string[]) => skewOf(questionOf(['--users', '100000', ...args]));

test.each(['kafka', 'redis'])('%s: the same seed deals out the same, another does not', (bus) => {
  const [first, again, other] = ['3', '3', '4'].map((seed) => skew('--users', '10000', '--bus', bus, '--seed', seed));
  expect(again).toEqual(first);
  expect(other).not.toEqual(first);
});

test.each(['kafka', 'redis'])('%s: no partition is left out, and the more there are the less even they are', (bus) => {
  const [one, six, many] = ['1', '6', '96'].map((partitions) => skew('--bus', bus, '--partitions', partitions));
  expect(one?.hottest).toBeCloseTo(1, 9);
  expect(six?.hottest).toBeGreaterThan(1);
  expect(six?.hottest).toBeLessThan(2);
  expect(many?.hottest).toBeGreaterThan(six?.hottest ?? 0);
});

test('one user alone is all of one partition', () => {
  expect(skewOf(questionOf(['--users', '1', '--partitions', '6']))).toEqual({ keys: 1, hottest: 6, busiest: 1 });
});

test('activity has a heavy tail: a few do a large part', () => {
  const random = randomOf(1);
  const all = Array.from({ length: 10_000 }, () => activityOf(random)).toSorted((a, b) => b - a);
  const sum = (some: readonly number[]) => some.reduce((total, each) => total + each, 0);
  expect(sum(all.slice(0, 1000)) / sum(all)).toBeGreaterThan(0.35);
  expect(Math.min(...all)).toBeGreaterThanOrEqual(1);
});
