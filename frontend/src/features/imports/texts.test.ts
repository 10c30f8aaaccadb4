import { expect, test } from 'vitest';
import { inAbout } from './texts.ts';

test.each([
  [0, 'a few seconds'],
  [31, 'about 40 seconds'],
  [55, 'about 1 minute'],
  [240, 'about 4 minutes'],
  [3200, 'about 53 minutes'],
  [3599, 'about 1 hour'],
  [7000, 'about 2 hours'],
])('formats %i seconds as %s', (seconds, words) => {
  expect(inAbout(seconds)).toBe(words);
});
