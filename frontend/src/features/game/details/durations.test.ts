import { expect, test } from 'vitest';
import { reportedTimes } from '../../../entities/game/durations.ts';
import { barsOf, leftSentence, timesSentence } from './durations.ts';

const hour = 3600;
const times = { hastily: 12 * hour, normally: 20 * hour, completely: 40 * hour, count: 5 };
const unknown = { hastily: null, normally: null, completely: null, count: 0 };

test('lists the known times', () => {
  expect(timesSentence(times)).toBe('Main story about 12 h, everything 40 h');
  expect(timesSentence({ ...times, hastily: null, completely: null })).toBe('Main story about 20 h');
  expect(timesSentence({ ...unknown, completely: 40 * hour })).toBe('Everything 40 h');
  expect(barsOf({ ...times, normally: null })).toEqual([
    { label: 'Main story', time: '12 h', part: 0.3 },
    { label: 'Everything', time: '40 h', part: 1 },
  ]);
  expect(barsOf(unknown)).toEqual([]);
});

test('shows the remaining time once the story has begun', () => {
  expect(leftSentence([times], 5)).toBe('You have about 7 h of the story left.');
  expect(leftSentence([times], 12)).toBe('You’ve played longer than most players need for the story.');
  expect(leftSentence([times], 0)).toBeNull();
  expect(leftSentence([times], null)).toBeNull();
  expect(leftSentence([unknown, null], 5)).toBeNull();
});

test('prefers the times of local players when they include the story', () => {
  const here = { story: { hours: 15, people: 5 }, extras: null, everything: { hours: 60, people: 7 } };
  expect(leftSentence([reportedTimes(here), times], 5)).toBe('You have about 10 h of the story left.');
  expect(leftSentence([reportedTimes({ ...here, story: null }), times], 5)).toBe(
    'You have about 7 h of the story left.',
  );
  expect(timesSentence(reportedTimes(here))).toBe('Main story about 15 h, everything 60 h');
});
