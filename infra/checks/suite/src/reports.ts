import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { checkoutRoot } from '@nightshelf/local/root.ts';

/** The result of a stage. */
export interface Counts {
  readonly passed: number;
  /** Each failed test with its message. */
  readonly failed: readonly string[];
  /** Each skipped test, or why a stage did not run. */
  readonly skipped: readonly string[];
}

export const passedOnce: Counts = { passed: 1, failed: [], skipped: [] };

export const failedOnce = (what: string): Counts => ({ passed: 0, failed: [what], skipped: [] });

export const skippedOnce = (why: string): Counts => ({ passed: 0, failed: [], skipped: [why] });

export const nothing: Counts = { passed: 0, failed: [], skipped: [] };

export const sum = (all: readonly Counts[]): Counts => ({
  passed: all.reduce((total, { passed }) => total + passed, 0),
  failed: all.flatMap(({ failed }) => failed),
  skipped: all.flatMap(({ skipped }) => skipped),
});

/** Shared by all processes that load the same code, including the product's. */
const compileCache = { NODE_COMPILE_CACHE: join(checkoutRoot, 'node_modules', '.cache', 'compiled') };

/** Runs a command in the checkout and shows its output. @returns its exit code, 1 when a signal ended it */
export function runCommand(file: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<number> {
  const child = spawn(file, args, {
    cwd: checkoutRoot,
    stdio: 'inherit',
    env: { ...compileCache, ...process.env, ...env },
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

/**
 * Runs a command that writes a JSON report and reads the report.
 * @param run receives the path for the report
 * @returns a null report when the command wrote none
 */
export async function withReport<Report>(
  run: (path: string) => Promise<number>,
): Promise<{ exitCode: number; report: Report | null }> {
  const folder = mkdtempSync(join(tmpdir(), 'nightshelf-report-'));
  const path = join(folder, 'report.json');
  try {
    const exitCode = await run(path);
    return { exitCode, report: readReport(path) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function readReport<Report>(path: string): Report | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return null;
  }
}

/** The fields of Vitest's JSON report that are used. */
export interface VitestReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    /** Why the file could not run; empty if it ran. */
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
 * Counts each test. A file that failed without a failed test (because it did not load) counts as one failed test, and so
 * does a failed run without a failed file.
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

/** The fields of Playwright's JSON report that are used. */
export interface PlaywrightReport {
  readonly suites: readonly PlaywrightSuite[];
}

interface PlaywrightSuite {
  readonly suites?: readonly PlaywrightSuite[];
  readonly specs: readonly PlaywrightSpec[];
}

interface PlaywrightSpec {
  readonly title: string;
  readonly file: string;
  readonly line: number;
  readonly tests: readonly PlaywrightTest[];
}

interface PlaywrightTest {
  readonly status: string;
  readonly projectName: string;
  readonly results: readonly PlaywrightResult[];
}

interface PlaywrightResult {
  readonly errors: readonly { readonly message?: string }[];
  readonly attachments?: readonly { readonly name: string; readonly path?: string }[];
}

/**
 * Counts each test. A flaky test has failed.
 * @param exitCode of Playwright; a failed run without a failed test counts as one failed test
 */
export function countPlaywright({ suites }: PlaywrightReport, exitCode: number): Counts {
  const tests = suites.flatMap(testsOf);
  const passed = tests.filter(({ test }) => test.status === 'expected').length;
  const skipped = tests.filter(({ test }) => test.status === 'skipped').map(({ spec }) => spec.title);
  const failed = tests.filter(({ test }) => !['expected', 'skipped'].includes(test.status)).map(describeFailure);
  const unexplained = exitCode !== 0 && failed.length === 0 ? [`Playwright ended with ${exitCode}`] : [];
  return { passed, failed: [...failed, ...unexplained], skipped };
}

interface Tried {
  readonly spec: PlaywrightSpec;
  readonly test: PlaywrightTest;
}

function testsOf({ suites = [], specs }: PlaywrightSuite): Tried[] {
  const own = specs.flatMap((spec) => spec.tests.map((test) => ({ spec, test })));
  return [...own, ...suites.flatMap(testsOf)];
}

function describeFailure({ spec, test }: Tried): string {
  const errors = test.results
    .flatMap(({ errors }) => errors)
    .map(({ message = '' }) => stripVTControlCharacters(message));
  const pages = test.results.flatMap(({ attachments = [] }) => attachments).flatMap(pageIn);
  return [`[${test.projectName}] ${spec.file}:${spec.line} ${spec.title}`, ...errors, ...pages].join('\n');
}

/** Returns the page at the failure, because a log of CI has no screenshot. */
function pageIn({ name, path }: { readonly name: string; readonly path?: string }): string[] {
  if (name !== 'error-context' || !path || !existsSync(path)) return [];
  const [, page] = /^```yaml\n(.*?)\n```/ms.exec(readFileSync(path, 'utf8')) ?? [];
  return page === undefined ? [] : [`The page:\n${page}`];
}
