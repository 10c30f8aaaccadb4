import type { Counts } from './counts.ts';

/** The part of Playwright's JSON report that is read. */
export interface PlaywrightReport {
  readonly suites: readonly PlaywrightSuite[];
}

interface PlaywrightSuite {
  readonly suites?: readonly PlaywrightSuite[];
  readonly specs: readonly { readonly title: string; readonly tests: readonly { readonly status: string }[] }[];
}

/**
 * Counts each test. One that passed only when it was tried again has failed.
 * @param exitCode of Playwright; a run that failed although no test did counts as one failed test
 */
export function countPlaywright({ suites }: PlaywrightReport, exitCode: number): Counts {
  const tests = suites.flatMap(testsOf);
  const passed = tests.filter(({ status }) => status === 'expected').length;
  const skipped = tests.filter(({ status }) => status === 'skipped').map(({ title }) => title);
  const failed = tests.length - passed - skipped.length;
  return { passed, failed: failed + (exitCode !== 0 && failed === 0 ? 1 : 0), skipped };
}

function testsOf({ suites = [], specs }: PlaywrightSuite): { title: string; status: string }[] {
  const own = specs.flatMap(({ title, tests }) => tests.map(({ status }) => ({ title, status })));
  return [...own, ...suites.flatMap(testsOf)];
}
