import { expect, test } from 'vitest';
import { durationOf } from './durations.ts';

const hour = 3600;

test.each([
  [60, '5 min'],
  [44 * 60, '45 min'],
  [hour, '1 h'],
  [1.4 * hour, '1½ h'],
  [9.8 * hour, '10 h'],
  [12.4 * hour, '12 h'],
  [1234 * hour, `${new Intl.NumberFormat().format(1234)} h`],
])('formats %d seconds as %s', (seconds, text) => expect(durationOf(seconds)).toBe(text));
