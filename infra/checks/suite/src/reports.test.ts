import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { countPlaywright, countVitest } from './reports.ts';

const file = (status: string, ...tests: readonly string[]) => ({
  name: 'a.test.ts',
  status,
  message: status === 'failed' ? 'cannot be loaded' : '',
  assertionResults: tests.map((testStatus, index) => ({
    fullName: ` test ${index}`,
    status: testStatus,
    failureMessages: testStatus === 'failed' ? ['\u001b[31mexpected 3\u001b[39m'] : [],
  })),
});

describe('countVitest', () => {
  it('counts each test', () => {
    const report = { testResults: [file('failed', 'passed', 'failed'), file('passed', 'passed', 'skipped', 'todo')] };
    expect(countVitest(report, 1)).toEqual({
      passed: 2,
      failed: ['a.test.ts test 1\nexpected 3'],
      skipped: ['test 1', 'test 2'],
    });
  });

  it('counts a file that did not load as a failed test', () => {
    expect(countVitest({ testResults: [file('failed'), file('passed', 'passed')] }, 1)).toMatchObject({
      failed: ['a.test.ts\ncannot be loaded'],
    });
  });

  it('counts a failed run without a failed test as a failed test', () => {
    expect(countVitest({ testResults: [file('passed', 'passed')] }, 1)).toMatchObject({
      passed: 1,
      failed: ['Vitest ended with 1'],
    });
  });
});

describe('countPlaywright', () => {
  const suite = (...statuses: readonly string[]) => ({
    specs: statuses.map((status) => ({
      title: status,
      file: 'vault.spec.ts',
      line: 7,
      tests: [{ status, projectName: 'mobile', results: [{ errors: [{ message: '\u001b[31mTimeout\u001b[39m' }] }] }],
    })),
  });

  it('counts each test, in nested suites too', () => {
    const report = { suites: [{ ...suite('expected'), suites: [suite('expected', 'unexpected', 'skipped')] }] };
    expect(countPlaywright(report, 1)).toEqual({
      passed: 2,
      failed: ['[mobile] vault.spec.ts:7 unexpected\nTimeout'],
      skipped: ['skipped'],
    });
  });

  it('shows the page of a failed test', () => {
    const folder = mkdtempSync(join(tmpdir(), 'report-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const path = join(folder, 'error-context.md');
    writeFileSync(path, '# Error details\n\n```yaml\n- alert: Please try again\n- main\n```\n');
    const [spec] = suite('unexpected').specs;
    const results = [{ errors: [], attachments: [{ name: 'error-context', path }, { name: 'trace' }] }];
    const report = { suites: [{ specs: [{ ...spec, tests: [{ ...spec?.tests[0], results }] }] }] };
    expect(countPlaywright(report as Parameters<typeof countPlaywright>[0], 1).failed).toEqual([
      '[mobile] vault.spec.ts:7 unexpected\nThe page:\n- alert: Please try again\n- main',
    ]);
  });

  it('counts a flaky test as failed', () => {
    expect(countPlaywright({ suites: [suite('flaky')] }, 0)).toMatchObject({
      passed: 0,
      failed: [expect.stringContaining('flaky')],
    });
  });

  it('counts a failed run without a failed test as a failed test', () => {
    expect(countPlaywright({ suites: [suite('expected')] }, 1)).toMatchObject({
      passed: 1,
      failed: ['Playwright ended with 1'],
    });
  });
});
