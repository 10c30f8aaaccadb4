import { describe, expect, it } from 'vitest';
import { countPlaywright } from './playwright-report.ts';
import { countVitest } from './vitest-report.ts';

const file = (status: string, ...tests: readonly string[]) => ({
  name: 'a.test.ts',
  status,
  assertionResults: tests.map((testStatus, index) => ({ fullName: ` test ${index}`, status: testStatus })),
});

describe('Vitest', () => {
  it('is counted test by test', () => {
    const report = { testResults: [file('failed', 'passed', 'failed'), file('passed', 'passed', 'skipped', 'todo')] };
    expect(countVitest(report, 1)).toEqual({ passed: 2, failed: 1, skipped: ['test 1', 'test 2'] });
  });

  it('has failed when a file could not be loaded', () => {
    expect(countVitest({ testResults: [file('failed'), file('passed', 'passed')] }, 1)).toMatchObject({ failed: 1 });
  });

  it('has failed when it says so, although every test passed', () => {
    expect(countVitest({ testResults: [file('passed', 'passed')] }, 1)).toMatchObject({ passed: 1, failed: 1 });
  });
});

describe('Playwright', () => {
  const suite = (...statuses: readonly string[]) => ({
    specs: statuses.map((status) => ({ title: status, tests: [{ status }] })),
  });

  it('is counted test by test, in suites within suites', () => {
    const report = { suites: [{ ...suite('expected'), suites: [suite('expected', 'unexpected', 'skipped')] }] };
    expect(countPlaywright(report, 1)).toEqual({ passed: 2, failed: 1, skipped: ['skipped'] });
  });

  it('takes a flaky test for a failed one', () => {
    expect(countPlaywright({ suites: [suite('flaky')] }, 0)).toMatchObject({ passed: 0, failed: 1 });
  });

  it('has failed when it says so, although every test passed', () => {
    expect(countPlaywright({ suites: [suite('expected')] }, 1)).toMatchObject({ passed: 1, failed: 1 });
  });
});
