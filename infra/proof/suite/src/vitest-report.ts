import { stripVTControlCharacters } from 'node:util';
import type { Counts } from './counts.ts';

/** The part of Vitest's JSON report that is read. */
export interface VitestReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    /** Why the file could not be run; empty when it could. */
    readonly message: string;
    readonly assertionResults: readonly VitestTest[];
  }[];
}

interface VitestTest {
  readonly fullName: string;
  readonly status: string;
  readonly failureMessages: readonly string[];
}

/**
 * Counts each test. A file that failed without a failed test (it could not be loaded, say) counts as one failed test, and
 * so does a run that failed although no file did.
 * @param exitCode of Vitest
 */
export function countVitest({ testResults }: VitestReport, exitCode: number): Counts {
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const passed = tests.filter(({ status }) => status === 'passed').length;
  const skipped = tests.filter(({ status }) => status !== 'passed' && status !== 'failed');
  const failed = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failedTests = assertionResults.filter((test) => test.status === 'failed');
    if (status === 'failed' && failedTests.length === 0) return [`${name}\n${message}`];
    return failedTests.map(({ fullName, failureMessages }) =>
      [`${name} ${fullName.trim()}`, ...failureMessages].join('\n'),
    );
  });
  const unexplained = exitCode !== 0 && failed.length === 0 ? [`Vitest ended with ${exitCode}`] : [];
  return {
    passed,
    failed: [...failed, ...unexplained].map(stripVTControlCharacters),
    skipped: skipped.map(({ fullName }) => fullName.trim()),
  };
}
