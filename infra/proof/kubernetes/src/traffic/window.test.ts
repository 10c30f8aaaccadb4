import { expect, test } from 'vitest';
import { type Attempt, windowOf } from './window.ts';

const at = (endedAt: number, status = 200): Attempt => ({ sentAt: endedAt - 5, endedAt, status });
const unanswered = (endedAt: number, cause: string): Attempt => ({ ...at(endedAt, 0), cause });

test('a stall without a failure is a pause and no recovery', () => {
  expect(windowOf([at(100), at(900), at(1000)], 0, 1000)).toEqual({
    requests: 3,
    failed: 0,
    statuses: {},
    recoveredAfterMs: 0,
    longestPauseMs: 800,
  });
});

test('recovered when the last failure was, counted from the fault', () => {
  const attempts = [
    at(50),
    at(1100, 503),
    unanswered(1200, 'ECONNRESET'),
    at(1300),
    at(2400, 503),
    at(2500),
    at(5000, 500),
  ];
  expect(windowOf(attempts, 1000, 3000)).toEqual({
    requests: 5,
    failed: 3,
    statuses: { ECONNRESET: 1, 503: 2 },
    recoveredAfterMs: 1400,
    longestPauseMs: 1200,
  });
});

test('nothing asked is a pause of the whole time', () => {
  expect(windowOf([], 0, 700).longestPauseMs).toBe(700);
});
