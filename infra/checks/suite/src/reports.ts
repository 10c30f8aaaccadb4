import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkoutRoot } from '@nightshelf/local/root.ts';
import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter';
import type { JsonTestResults } from 'vitest/node';

/** The result of a stage. */
export interface Counts {
  readonly passed: number;
  /** Each failed test; its message is in the output of the stage. */
  readonly failed: readonly string[];
  /** Each skipped test, or why a stage did not run. */
  readonly skipped: readonly string[];
}

export const passedOnce: Counts = { passed: 1, failed: [], skipped: [] };

export const failedOnce = (what: string): Counts => ({ passed: 0, failed: [what], skipped: [] });

export const skippedOnce = (why: string): Counts => ({ passed: 0, failed: [], skipped: [why] });

export const sum = (all: readonly Counts[]): Counts => ({
  passed: all.reduce((total, { passed }) => total + passed, 0),
  failed: all.flatMap(({ failed }) => failed),
  skipped: all.flatMap(({ skipped }) => skipped),
});

/** Shared by all processes that load the same code, including the product's. */
const compileCache = { NODE_COMPILE_CACHE: join(checkoutRoot, 'node_modules', '.cache', 'compiled') };

/** Runs a command in the checkout and shows its output. @returns its exit code, 1 when a signal ended it */
export async function runCommand(file: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<number> {
  const child = spawn(file, args, {
    cwd: checkoutRoot,
    stdio: 'inherit',
    env: { ...compileCache, ...process.env, ...env },
  });
  const [code] = await once(child, 'exit');
  return code ?? 1;
}

/**
 * Runs a command that writes a JSON report, and counts the tests in it.
 * @param run receives the path for the report and returns the exit code; a failed run has at least one failed test
 */
export async function countReport<Report>(
  tool: string,
  run: (path: string) => Promise<number>,
  count: (report: Report) => Counts,
): Promise<Counts> {
  const folder = mkdtempSync(join(tmpdir(), 'nightshelf-report-'));
  const path = join(folder, 'report.json');
  try {
    const exitCode = await run(path);
    if (!existsSync(path)) return failedOnce(`${tool} wrote no report`);
    const counts = count(JSON.parse(readFileSync(path, 'utf8')));
    const isUnexplained = exitCode !== 0 && counts.failed.length === 0;
    return isUnexplained ? { ...counts, failed: [`${tool} ended with ${exitCode}`] } : counts;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Counts each test. A file that failed without a failed test (because it did not load) counts as one failed test. */
export const countVitest = ({ testResults }: Pick<JsonTestResults, 'testResults'>): Counts =>
  sum(
    testResults.map(({ name: file, status, assertionResults }) => {
      const { passed = [], failed = [], ...others } = Object.groupBy(assertionResults, (test) => test.status);
      const names = failed.map(({ fullName }) => `${file} ${fullName.trim()}`);
      return {
        passed: passed.length,
        failed: status === 'failed' && names.length === 0 ? [file] : names,
        skipped: Object.values(others).flatMap((tests) => tests.map(({ fullName }) => fullName.trim())),
      };
    }),
  );

/** Counts each test. A flaky test has failed. */
export function countPlaywright({ suites }: Pick<JSONReport, 'suites'>): Counts {
  const tests = suites.flatMap(testsOf);
  const named = (...statuses: readonly string[]) =>
    tests.filter(({ status }) => statuses.includes(status)).map(({ name }) => name);
  return { passed: named('expected').length, failed: named('unexpected', 'flaky'), skipped: named('skipped') };
}

function testsOf({ suites = [], specs }: JSONReportSuite): { readonly status: string; readonly name: string }[] {
  const own = specs.flatMap(({ tests, file, line, title }) =>
    tests.map(({ status, projectName }) => ({ status, name: `[${projectName}] ${file}:${line} ${title}` })),
  );
  return [...own, ...suites.flatMap(testsOf)];
}
