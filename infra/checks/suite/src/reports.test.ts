import { writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { countPlaywright, countReport, countVitest } from './reports.ts';

const file = (name: string, status: string, ...tests: readonly string[]) => ({
  name,
  status,
  assertionResults: tests.map((testStatus, index) => ({ fullName: ` test ${index}`, status: testStatus })),
});

it('counts each test of Vitest, and a file that did not load as a failed test', () => {
  const testResults = [
    file('a.test.ts', 'failed', 'passed', 'failed'),
    file('b.test.ts', 'passed', 'passed', 'skipped', 'todo'),
    file('c.test.ts', 'failed'),
  ];
  expect(countVitest({ testResults } as unknown as Parameters<typeof countVitest>[0])).toEqual({
    passed: 2,
    failed: ['a.test.ts test 1', 'c.test.ts'],
    skipped: ['test 1', 'test 2'],
  });
});

it('counts each test of Playwright, in nested suites too, and a flaky test as failed', () => {
  const suite = (statuses: readonly string[], suites: readonly object[] = []) => ({
    suites,
    specs: statuses.map((status) => {
      const tests = [{ status, projectName: 'mobile' }];
      return { title: status, file: 'vault.spec.ts', line: 7, tests };
    }),
  });
  const suites = [suite(['expected', 'flaky'], [suite(['expected', 'unexpected', 'skipped'])])];
  expect(countPlaywright({ suites } as unknown as Parameters<typeof countPlaywright>[0])).toEqual({
    passed: 2,
    failed: ['[mobile] vault.spec.ts:7 flaky', '[mobile] vault.spec.ts:7 unexpected'],
    skipped: ['[mobile] vault.spec.ts:7 skipped'],
  });
});

it('counts a failed run without a failed test, and a run without a report, as a failed test', async () => {
  const counts = { passed: 1, failed: [], skipped: [] };
  const counted = (exitCode: number, isWritten = true) => {
    const run = async (path: string) => {
      if (isWritten) writeFileSync(path, '{}');
      return exitCode;
    };
    return countReport('Vitest', run, () => counts);
  };
  expect(await counted(0)).toEqual(counts);
  expect(await counted(1)).toMatchObject({ passed: 1, failed: ['Vitest ended with 1'] });
  expect(await counted(0, false)).toMatchObject({ failed: ['Vitest wrote no report'] });
});
