import { describe, expect, it } from 'vitest';
import { failedOnce, passedOnce, skippedOnce } from './reports.ts';
import { summarise } from './summary.ts';

const types = { name: 'types', seconds: 1.234, counts: passedOnce };
const unit = {
  name: 'unit',
  seconds: 12.5,
  counts: { passed: 40, failed: ['a.test.ts adds\nexpected 3', 'b.test.ts'], skipped: [] },
};
const browser = { name: 'browser', seconds: 0, counts: skippedOnce('no Chromium') };

it('lists failures, each stage with its time, and the totals', () => {
  const { text, exitCode } = summarise([types, unit], false);
  expect(text.split('\n')).toEqual([
    '',
    'Failed:',
    '  unit: a.test.ts adds',
    '    expected 3',
    '  unit: b.test.ts',
    '',
    '  types      1.2 s  1 passed',
    '  unit      12.5 s  40 passed, 2 failed',
    '',
    '41 passed, 2 failed',
  ]);
  expect(exitCode).toBe(1);
});

it('exits with 0 only when nothing failed', () => {
  expect(summarise([types], false)).toMatchObject({ exitCode: 0 });
  expect(summarise([{ ...types, counts: failedOnce('a line too long') }], false)).toMatchObject({ exitCode: 1 });
});

describe('skipped tests', () => {
  it('are listed and counted on a personal machine', () => {
    const { text, exitCode } = summarise([types, browser], false);
    expect(text).toContain('Skipped:\n  browser: no Chromium\n');
    expect(text.split('\n').at(-1)).toBe('1 passed, 0 failed, 1 skipped');
    expect(exitCode).toBe(0);
  });

  it('are failures in CI', () => {
    const { text, exitCode } = summarise([types, browser], true);
    expect(text.split('\n').at(-1)).toBe('1 passed, 1 failed');
    expect(exitCode).toBe(1);
  });
});
