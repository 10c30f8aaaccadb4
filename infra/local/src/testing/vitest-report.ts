import type { Counts } from './counts.ts';

/** The part of Vitest's JSON report that is read. */
export interface VitestReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

/**
 * Counts each test. A file that failed without a failed test (it could not be loaded, say) counts as one failed test, and
 * so does a run that failed although no file did.
 * @param exitCode of Vitest
 */
export function countVitest({ testResults }: VitestReport, exitCode: number): Counts {
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const passed = tests.filter(({ status }) => status === 'passed').length;
  const failed = tests.filter(({ status }) => status === 'failed').length;
  const brokenFiles = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  ).length;
  const skipped = tests.filter(({ status }) => status !== 'passed' && status !== 'failed');
  const unexplained = exitCode !== 0 && failed + brokenFiles === 0 ? 1 : 0;
  return {
    passed,
    failed: failed + brokenFiles + unexplained,
    skipped: skipped.map(({ fullName }) => fullName.trim()),
  };
}
