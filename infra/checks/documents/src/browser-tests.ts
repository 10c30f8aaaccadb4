import { execFileSync } from 'node:child_process';
import { checkoutRoot } from '@nightshelf/local/root.ts';

export interface BrowserTest {
  readonly file: string;
  readonly line: number;
  /** With those of its groups, outermost first. */
  readonly title: string;
}

interface Suite {
  readonly title: string;
  readonly suites?: readonly Suite[];
  readonly specs?: readonly BrowserTest[];
}

/** Every browser test, once, as Playwright lists them. */
export function browserTests(): readonly BrowserTest[] {
  const args = ['test', '--config', 'frontend/playwright.config.ts', '--list', '--reporter=json'];
  const listed = execFileSync('playwright', args, { cwd: checkoutRoot, encoding: 'utf8', maxBuffer: 2 ** 26 });
  const files: readonly Suite[] = JSON.parse(listed).suites;
  const all = files.flatMap((file) => testsIn({ ...file, title: '' }));
  return [...new Map(all.map((test) => [`${test.file} ${test.title}`, test])).values()];
}

const testsIn = ({ title: group, suites = [], specs = [] }: Suite): readonly BrowserTest[] =>
  [...specs, ...suites.flatMap(testsIn)].map(({ file, line, title }) => ({
    file,
    line,
    title: group === '' ? title : `${group} › ${title}`,
  }));
