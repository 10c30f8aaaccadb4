import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../../..');

const limitOf = (path: string) => (/[.]test[.]tsx?$|\/(test|e2e)\//.test(path) ? 400 : 250);

const linesOf = (path: string) => readFileSync(join(root, path), 'utf8').split('\n').length - 1;

test('no source file is longer than a reader can hold: 250 lines, tests 400', () => {
  const { stdout } = spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  const sources = stdout.split('\n').filter((path) => /[.](ts|tsx|mjs|cjs|js|css)$/.test(path));
  expect(sources.length).toBeGreaterThan(50);
  expect(sources.filter((path) => linesOf(path) > limitOf(path))).toEqual([]);
});
