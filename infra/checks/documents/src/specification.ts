import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkoutRoot } from '@nightshelf/local/root.ts';
import { type Part, parts, type Row, rowsIn } from './rows.ts';

interface BrowserTest {
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
function browserTests(): readonly BrowserTest[] {
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

/** A row of the specification and its tests. */
export interface TestedRow {
  readonly part: Part;
  readonly text: string;
  /** A browser test as `<file> › <title>`, or why no browser can show the row. */
  readonly by: string;
  readonly elsewhere?: readonly string[];
}

/** Rows that other tests show. */
const notInBrowser: readonly TestedRow[] = [
  {
    part: '4 States',
    text: 'Status sort order: playing, want_to_play, completed, collection, dropped ... then others',
    by: 'there are no others',
    elsewhere: ['frontend/src/entities/status/statuses.test.ts'],
  },
  {
    part: '9 Limits',
    text: 'Proxy timeout 30 s; six proxy options in order',
    by: 'no page shows it',
    elsewhere: [
      'services/catalog/test/route-timeout.int.test.ts',
      'services/catalog/src/providers/proxies/route-list.test.ts',
    ],
  },
];

/** Returns every row with its test. @throws when a comment names not exactly one test */
export function testedRows(): readonly TestedRow[] {
  const tests = browserTests();
  const files = [...new Set(tests.map(({ file }) => file))].sort();
  const inBrowser = files.flatMap((file) => {
    const own = tests.filter((test) => test.file === file);
    const source = readFileSync(join(checkoutRoot, 'frontend/e2e', file), 'utf8');
    return rowsIn(source).map((row) => ({ part: row.part, text: row.text, by: `\`${file}\` › ${titleOf(row, own)}` }));
  });
  return [...inBrowser, ...notInBrowser];
}

function titleOf({ part, text, title, line }: Row, tests: readonly BrowserTest[]): string {
  const found = tests.filter((test) => test.line === line && (title === null || test.title.includes(title)));
  const [only, ...others] = found;
  if (!only || others.length > 0) throw new Error(`${found.length} tests show "${part}: ${text}" instead of one.`);
  return only.title;
}

/** @returns docs/specification.md */
export function specification(rows: readonly TestedRow[]): string {
  const chapters = parts.map((part) => {
    const lines = rows
      .filter((row) => row.part === part)
      .map(
        ({ text, by, elsewhere = [] }) => `- ${text}\n  ${[by, ...elsewhere.map((path) => `\`${path}\``)].join(', ')}`,
      );
    return `## ${part}\n\n${lines.join('\n')}\n`;
  });
  return `${head}\n${chapters.join('\n')}`;
}

const head = `# The specification, row by row

Each row with the browser test that shows it. Written by \`npm run specification\` from the comments above the tests in
\`frontend/e2e\`; a test compares the two. "..." goes on from what another row has said.
`;
