import { expect, test } from 'vitest';
import { demanded, measured, noticed, unnoticed } from './figure.ts';
import { allHold, tableOf } from './table.ts';

const window = {
  requests: 40,
  failed: 3,
  statuses: { 503: 2, ECONNRESET: 1 },
  recoveredAfterMs: 2310,
  longestPauseMs: 900,
};

test('a table names its drill once and marks what was demanded', () => {
  const figures = [measured('took', '3 s'), demanded('lost', '1', false)];
  expect(tableOf([{ drill: 'broken', figures }])).toBe(
    [
      '| drill  | what | seen |       |',
      '| ------ | ---- | ---- | ----- |',
      '| broken | took | 3 s  |       |',
      '|        | lost | 1    | FAILS |',
    ].join('\n'),
  );
});

test('what a process said stays in its cell', () => {
  expect(tableOf([{ drill: 'upgraded', figures: [measured('said', 'one of "a"|"b"')] }])).toContain(
    '| one of "a"\\|"b" |',
  );
});

test('what is only measured cannot fail, what is demanded can', () => {
  const result = (figure: ReturnType<typeof measured>) => [{ drill: 'a', figures: [figure] }];
  expect(allHold(result(noticed('killed', window)))).toBe(true);
  expect(allHold(result(unnoticed('upgraded', window)))).toBe(false);
  expect(allHold(result(unnoticed('upgraded', { ...window, failed: 0 })))).toBe(true);
});

test('failures are told by their status', () => {
  expect(noticed('killed', window).seen).toBe(
    '3 of 40 failed (2 × 503, 1 × ECONNRESET), the last after 2.3 s; longest pause 0.9 s',
  );
});
