import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkoutRoot } from '@nightshelf/local/root.ts';
import { expect, test } from 'vitest';

interface Suite {
  readonly title: string;
  readonly suites?: readonly Suite[];
  readonly specs?: readonly { readonly title: string }[];
}

/** Full names of the browser tests, as `<file> › <group> › <test>`. */
function browserTests(): Set<string> {
  const args = ['test', '--config', 'frontend/playwright.config.ts', '--list', '--reporter=json'];
  const listed = execFileSync('playwright', args, { cwd: checkoutRoot, encoding: 'utf8', maxBuffer: 2 ** 26 });
  const names = ({ title, suites = [], specs = [] }: Suite): string[] =>
    [...specs.map((spec) => spec.title), ...suites.flatMap(names)].map((name) => `${title} › ${name}`);
  return new Set((JSON.parse(listed).suites as Suite[]).flatMap(names));
}

/** What stands in the second column of the tables: one or several of "`file` › name". */
function rows(readme: string): string[] {
  return readme
    .split('\n')
    .filter((line) => line.startsWith('| ') && line.includes('›'))
    .flatMap((line) => (line.split(' | ').at(-1) ?? '').replace(/ *\|$/, '').split(/; (?=`)/))
    .map((reference) => reference.trim().replaceAll('\\|', '|'))
    .filter((reference) => reference.includes('.spec.ts'))
    .map((reference) => reference.replace(/^`([^`]+)`/, '$1'));
}

test('every row of the specification names a browser test that there is', () => {
  const readme = readFileSync(join(checkoutRoot, 'frontend', 'e2e', 'README.md'), 'utf8');
  const named = rows(readme);
  const existing = browserTests();
  expect(named.length).toBeGreaterThan(150);
  expect([...new Set(named)].filter((name) => !existing.has(name))).toEqual([]);
}, 60_000);
