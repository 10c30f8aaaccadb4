/** Prints the size of the project as Markdown: lines and files by area, words of documents, and what the smallest use case imports. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, normalize } from 'node:path';
import { checkoutRoot } from '@nightshelf/local/root.ts';

const areas: Readonly<Record<string, RegExp>> = {
  frontend: /^frontend\//,
  gateway: /^gateway\//,
  'five services': /^services\/(?!shared\/)/,
  contracts: /^services\/shared\/contracts\//,
  platform: /^services\/shared\/platform\//,
  'servers, testing': /^services\/shared\/(servers|testing)\//,
  infra: /^infra\//,
};
const isCode = (path: string) => /\.(ts|tsx|mjs|cjs|js|css|py|sh)$/.test(path);
const isTest = (path: string) => /\.(test|spec)\.tsx?$|\/(test|e2e)\//.test(path);
/** The smallest use case: its value imports show how much code a reader, and a test, has to load. */
const useCase = 'services/library/src/entries/update-entry.ts';

const read = (path: string) => readFileSync(join(checkoutRoot, path), 'utf8');
const linesIn = (paths: readonly string[]) => paths.reduce((sum, path) => sum + read(path).split('\n').length - 1, 0);
const number = (value: number) => value.toLocaleString('en');

const { stdout } = spawnSync('git', ['ls-files'], { cwd: checkoutRoot, encoding: 'utf8', maxBuffer: 1e8 });
const files = stdout.split('\n').filter((path) => path && existsSync(join(checkoutRoot, path)));
const code = files.filter((path) => isCode(path) && !isTest(path));
const tests = files.filter((path) => isCode(path) && isTest(path));
const words = files.filter((path) => path.endsWith('.md')).flatMap((path) => read(path).trim().split(/\s+/)).length;
const reached = reachedFrom(useCase);

const rows: readonly (readonly [string, readonly string[]])[] = [
  ...Object.entries(areas).map(([name, area]) => [name, code.filter((path) => area.test(path))] as const),
  ['all without tests', code],
  ['tests', tests],
  [`reached from ${useCase}`, [...reached]],
];
console.log('| what | lines | files |\n| --- | ---: | ---: |');
for (const [name, paths] of rows) console.log(`| ${name} | ${number(linesIn(paths))} | ${number(paths.length)} |`);
console.log(`| words of Markdown | ${number(words)} | |`);

function reachedFrom(path: string, seen = new Set<string>()): Set<string> {
  if (seen.has(path)) return seen;
  seen.add(path);
  for (const next of valueImports(path)) reachedFrom(next, seen);
  return seen;
}

function valueImports(path: string): string[] {
  const imports = /^(?:import|export) (?!type\b)(?:(?<names>\{[^}]*\})|[^'{]*)(?: from )?'(?<from>[^']+)'/gm;
  return [...read(path).matchAll(imports)].flatMap(({ groups: { names, from = '' } = {} }) => {
    const isTypes = names
      ?.slice(1, -1)
      .split(',')
      .every((name) => /^\s*(type\s|$)/.test(name));
    const shared = /^@nightshelf\/(platform|contracts)\/(.+)$/.exec(from);
    const target = from.startsWith('.')
      ? normalize(join(path, '..', from))
      : shared && `services/shared/${shared[1]}/src/${shared[2]}`;
    return !isTypes && target?.endsWith('.ts') && existsSync(join(checkoutRoot, target)) ? [target] : [];
  });
}
