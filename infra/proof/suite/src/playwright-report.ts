import { existsSync, readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import type { Counts } from './counts.ts';

/** The part of Playwright's JSON report that is read. */
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
 * Counts each test. One that passed only when it was tried again has failed.
 * @param exitCode of Playwright; a run that failed although no test did counts as one failed test
 */
export function countPlaywright({ suites }: PlaywrightReport, exitCode: number): Counts {
  const tests = suites.flatMap(testsOf);
  const passed = tests.filter(({ test }) => test.status === 'expected').length;
  const skipped = tests.filter(({ test }) => test.status === 'skipped').map(({ spec }) => spec.title);
  const failed = tests.filter(({ test }) => !['expected', 'skipped'].includes(test.status)).map(inWords);
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

function inWords({ spec, test }: Tried): string {
  const errors = test.results
    .flatMap(({ errors }) => errors)
    .map(({ message = '' }) => stripVTControlCharacters(message));
  const pages = test.results.flatMap(({ attachments = [] }) => attachments).flatMap(pageIn);
  return [`[${test.projectName}] ${spec.file}:${spec.line} ${spec.title}`, ...errors, ...pages].join('\n');
}

/** What the page showed when the test failed: whoever reads the log of a run elsewhere has nothing else to see it by. */
function pageIn({ name, path }: { readonly name: string; readonly path?: string }): string[] {
  if (name !== 'error-context' || !path || !existsSync(path)) return [];
  const [, page] = /^```yaml\n(.*?)\n```/ms.exec(readFileSync(path, 'utf8')) ?? [];
  return page === undefined ? [] : [`the page then:\n${page}`];
}
