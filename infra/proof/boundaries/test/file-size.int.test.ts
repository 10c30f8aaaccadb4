import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../../..');

const limitOf = (path: string) => (/[.]test[.]tsx?$|\/(test|e2e)\//.test(path) ? 400 : 250);

const linesOf = (path: string) => readFileSync(join(root, path), 'utf8').split('\n').length - 1;

const { stdout } = spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
});
const files = stdout.split('\n').filter((path) => existsSync(join(root, path)));

test('no source file is longer than a reader can hold: 250 lines, tests 400', () => {
  const sources = files.filter((path) => /[.](ts|tsx|mjs|cjs|js|css)$/.test(path));
  expect(sources.length).toBeGreaterThan(50);
  expect(sources.filter((path) => linesOf(path) > limitOf(path))).toEqual([]);
});

test('every README is one screen: 400 words', () => {
  const wordsOf = (path: string) => readFileSync(join(root, path), 'utf8').trim().split(/\s+/).length;
  const pages = files.filter((path) => /(^|\/)README\.md$/.test(path));
  expect(pages.length).toBeGreaterThan(20);
  expect(pages.filter((path) => wordsOf(path) > 400)).toEqual([]);
});
