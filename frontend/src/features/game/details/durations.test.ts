import { expect, test } from 'vitest';
import { barsOf, durationOf, leftSentence, timesSentence } from './durations.ts';

const hour = 3600;
const times = { hastily: 12 * hour, normally: 20 * hour, completely: 40 * hour, count: 5 };
const unknown = { hastily: null, normally: null, completely: null, count: 0 };

test.each([
  [60, '5 min'],
  [44 * 60, '45 min'],
  [hour, '1 h'],
  [1.4 * hour, '1½ h'],
  [9.8 * hour, '10 h'],
  [12.4 * hour, '12 h'],
  [1234 * hour, `${new Intl.NumberFormat().format(1234)} h`],
])('%d seconds are %s', (seconds, text) => expect(durationOf(seconds)).toBe(text));

test('what a game takes, as far as it is known', () => {
  expect(timesSentence(times)).toBe('Main story about 12 h, everything 40 h');
  expect(timesSentence({ ...times, hastily: null, completely: null })).toBe('Main story about 20 h');
  expect(timesSentence({ ...unknown, completely: 40 * hour })).toBe('Everything 40 h');
  expect(barsOf({ ...times, normally: null })).toEqual([
    { label: 'Main story', time: '12 h', part: 0.3 },
    { label: 'Everything', time: '40 h', part: 1 },
  ]);
  expect(barsOf(unknown)).toEqual([]);
});

test('what is left of the story for whoever has begun it', () => {
  expect(leftSentence(times, 5)).toBe('About 7 h of the story are left for you.');
  expect(leftSentence(times, 12)).toBe('You have played longer than the story takes most players.');
  expect(leftSentence(times, 0)).toBeNull();
  expect(leftSentence(times, null)).toBeNull();
  expect(leftSentence(unknown, 5)).toBeNull();
});
