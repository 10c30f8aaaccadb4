import { expect, test } from 'vitest';
import { secondsOf } from './api-source.ts';

test.each([
  ['PT59S', 59],
  ['PT1M', 60],
  ['PT12M34S', 754],
  ['PT1H2M3S', 3723],
  ['P1DT1S', 86_401],
  ['P0D', 0],
  ['', 0],
  ['an hour', 0],
])('reads %s as %i seconds', (duration, seconds) => {
  expect(secondsOf(duration)).toBe(seconds);
});
