import { expect, test } from 'vitest';
import { inAbout } from './duration.ts';
import { importsTexts } from './texts.ts';

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

test('shows the matching progress, and an estimate of the remaining time once there is one', () => {
  const { matched } = importsTexts.matching;
  expect(matched(312, 900, 240)).toBe('312 of 900 matched, about 4 minutes left');
  expect(matched(312, 900, null)).toBe('312 of 900 matched. Looking up the rest…');
});
