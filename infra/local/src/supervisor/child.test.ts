import { expect, it } from 'vitest';
import { nextDelay } from './child.ts';

it('doubles the delay up to ten seconds', () => {
  const delays = [0];
  for (let death = 0; death < 8; death += 1) delays.push(nextDelay(delays.at(-1) ?? 0, 100));
  expect(delays.slice(1)).toEqual([200, 400, 800, 1600, 3200, 6400, 10_000, 10_000]);
});

it('resets the delay after half a minute of health', () => {
  expect(nextDelay(10_000, 30_000)).toBe(200);
});
