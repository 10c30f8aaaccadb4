import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { countPlaywright, countReport, countVitest } from './reports.ts';

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

/** Counts a report of Vitest with these files. */
const counted = (...files: readonly ReturnType<typeof file>[]) =>
  countVitest({ testResults: files } as unknown as Parameters<typeof countVitest>[0]);

describe('countVitest', () => {
  it('counts each test', () => {
    expect(counted(file('failed', 'passed', 'failed'), file('passed', 'passed', 'skipped', 'todo'))).toEqual({
      passed: 2,
      failed: ['a.test.ts test 1\nexpected 3'],
      skipped: ['test 1', 'test 2'],
    });
  });

  it('counts a file that did not load as a failed test', () => {
    expect(counted(file('failed'), file('passed', 'passed'))).toMatchObject({
      failed: ['a.test.ts\ncannot be loaded'],
    });
  });
});

describe('countReport', () => {
  const count = () => ({ passed: 1, failed: [], skipped: [] });
  const write = (exitCode: number) => async (path: string) => {
    writeFileSync(path, '{}');
    return exitCode;
  };

  it('counts a failed run without a failed test as a failed test', async () => {
    expect(await countReport('Vitest', write(1), count)).toMatchObject({ passed: 1, failed: ['Vitest ended with 1'] });
    expect(await countReport('Vitest', write(0), count)).toEqual(count());
  });

  it('counts a run without a report as a failed test', async () => {
    const counts = await countReport('Vitest', async () => 0, count);
    expect(counts).toMatchObject({ failed: ['Vitest wrote no report'] });
  });
});

describe('countPlaywright', () => {
  const error = { errors: [{ message: '\u001b[31mTimeout\u001b[39m' }], attachments: [] as object[] };
  const suite = (
    statuses: readonly string[],
    results: readonly object[] = [error],
    suites: readonly object[] = [],
  ) => ({
    suites,
    specs: statuses.map((status) => ({
      ...{ title: status, file: 'vault.spec.ts', line: 7 },
      tests: [{ status, projectName: 'mobile', results }],
    })),
  });
  const counted = (one: ReturnType<typeof suite>) =>
    countPlaywright({ suites: [one] } as unknown as Parameters<typeof countPlaywright>[0]);

  it('counts each test, in nested suites too', () => {
    const inner = suite(['expected', 'unexpected', 'skipped']);
    expect(counted(suite(['expected'], [error], [inner]))).toEqual({
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
    const result = { errors: [], attachments: [{ name: 'error-context', path }, { name: 'trace' }] };
    expect(counted(suite(['unexpected'], [result])).failed).toEqual([
      '[mobile] vault.spec.ts:7 unexpected\nThe page:\n- alert: Please try again\n- main',
    ]);
  });

  it('counts a flaky test as failed', () => {
    expect(counted(suite(['flaky']))).toMatchObject({ passed: 0, failed: [expect.stringContaining('flaky')] });
  });
});
