import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { checkoutRoot } from '@nightshelf/local/root.ts';
import { expect, test } from 'vitest';
import { allRows, parts, rowsIn } from './specification.ts';

test('finds a test for each of the 184 rows of the specification', () => {
  const rows = allRows();
  expect(rows.length).toBeGreaterThanOrEqual(184);
  expect(parts.filter((part) => !rows.some((row) => row.part === part))).toEqual([]);
  const files = rows.flatMap(({ tests }) => tests.map((path) => path.replace(/:\d+$/, '')));
  expect(files.filter((path) => !existsSync(join(checkoutRoot, path)))).toEqual([]);
});

test('reads rows that continue on the next line', () => {
  const source = [
    '// Specification 2 Home: Videos of the day',
    '// Specification 8 Errors: Videos: server message, or',
    '//   the default one',
    '// Another comment.',
    "test('videos', async () => {});",
  ].join('\n');
  expect(rowsIn('home.spec.ts', source)).toEqual([
    { part: '2 Home', text: 'Videos of the day', tests: ['home.spec.ts:5'] },
    { part: '8 Errors', text: 'Videos: server message, or the default one', tests: ['home.spec.ts:5'] },
  ]);
});

test('rejects unknown parts and comments that are not above a test', () => {
  expect(() => rowsIn('a.spec.ts', "// Specification 3 Home: Videos\ntest('videos', () => {});")).toThrow('3 Home');
  expect(() => rowsIn('a.spec.ts', '// Specification 2 Home: Videos\n\nconst page = 1;')).toThrow('no test');
});
