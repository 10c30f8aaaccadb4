import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { countPlaywright } from './playwright-report.ts';
import { countVitest } from './vitest-report.ts';

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

describe('Vitest', () => {
  it('is counted test by test', () => {
    const report = { testResults: [file('failed', 'passed', 'failed'), file('passed', 'passed', 'skipped', 'todo')] };
    expect(countVitest(report, 1)).toEqual({
      passed: 2,
      failed: ['a.test.ts test 1\nexpected 3'],
      skipped: ['test 1', 'test 2'],
    });
  });

  it('has failed when a file could not be loaded', () => {
    expect(countVitest({ testResults: [file('failed'), file('passed', 'passed')] }, 1)).toMatchObject({
      failed: ['a.test.ts\ncannot be loaded'],
    });
  });

  it('has failed when it says so, although every test passed', () => {
    expect(countVitest({ testResults: [file('passed', 'passed')] }, 1)).toMatchObject({
      passed: 1,
      failed: ['Vitest ended with 1'],
    });
  });
});

describe('Playwright', () => {
  const suite = (...statuses: readonly string[]) => ({
    specs: statuses.map((status) => ({
      title: status,
      file: 'vault.spec.ts',
      line: 7,
      tests: [{ status, projectName: 'mobile', results: [{ errors: [{ message: '\u001b[31mTimeout\u001b[39m' }] }] }],
    })),
  });

  it('is counted test by test, in suites within suites', () => {
    const report = { suites: [{ ...suite('expected'), suites: [suite('expected', 'unexpected', 'skipped')] }] };
    expect(countPlaywright(report, 1)).toEqual({
      passed: 2,
      failed: ['[mobile] vault.spec.ts:7 unexpected\nTimeout'],
      skipped: ['skipped'],
    });
  });

  it('tells what the page showed when a test failed', () => {
    const folder = mkdtempSync(join(tmpdir(), 'report-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const path = join(folder, 'error-context.md');
    writeFileSync(path, '# Error details\n\n```yaml\n- alert: Please try again\n- main\n```\n');
    const [spec] = suite('unexpected').specs;
    const results = [{ errors: [], attachments: [{ name: 'error-context', path }, { name: 'trace' }] }];
    const report = { suites: [{ specs: [{ ...spec, tests: [{ ...spec?.tests[0], results }] }] }] };
    expect(countPlaywright(report as Parameters<typeof countPlaywright>[0], 1).failed).toEqual([
      '[mobile] vault.spec.ts:7 unexpected\nthe page then:\n- alert: Please try again\n- main',
    ]);
  });

  it('takes a flaky test for a failed one', () => {
    expect(countPlaywright({ suites: [suite('flaky')] }, 0)).toMatchObject({
      passed: 0,
      failed: [expect.stringContaining('flaky')],
    });
  });

  it('has failed when it says so, although every test passed', () => {
    expect(countPlaywright({ suites: [suite('expected')] }, 1)).toMatchObject({
      passed: 1,
      failed: ['Playwright ended with 1'],
    });
  });
});
