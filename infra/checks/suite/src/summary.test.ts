import { expect, it } from 'vitest';
import { passedOnce, skippedOnce } from './reports.ts';
import { summarise } from './summary.ts';

const types = { name: 'types', seconds: 1.234, counts: passedOnce };
const unit = { name: 'unit', seconds: 12.5, counts: { passed: 40, failed: ['a.test.ts adds'], skipped: [] } };
const browser = { name: 'browser', seconds: 0, counts: skippedOnce('no Chromium') };

it('lists failures and each stage with its time, and counts skipped tests as failures in CI only', () => {
  const { text, exitCode } = summarise([types, unit, browser], false);
  expect(text.split('\n')).toEqual([
    '',
    'Failed:',
    '  unit: a.test.ts adds',
    '',
    '  types        1.2 s  1 passed, 0 failed, 0 skipped',
    '  unit        12.5 s  40 passed, 1 failed, 0 skipped',
    '  browser      0.0 s  0 passed, 0 failed, 1 skipped',
    '',
    'Skipped:',
    '  browser: no Chromium',
    '',
    '41 passed, 1 failed, 1 skipped',
  ]);
  expect(exitCode).toBe(1);
  expect(summarise([types, browser], false)).toMatchObject({ exitCode: 0 });
  expect(summarise([types, browser], true)).toMatchObject({
    text: expect.stringMatching(/\n1 passed, 1 failed$/),
    exitCode: 1,
  });
});
