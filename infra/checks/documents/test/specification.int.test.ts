import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkoutRoot } from '@nightshelf/local/root.ts';
import { expect, test } from 'vitest';
import { parts } from '../src/rows.ts';
import { specification, testedRows } from '../src/specification.ts';

/** Rows that the specification has. */
const rowsThereAre = 184;

test('docs/specification.md lists every row with its test', () => {
  const rows = testedRows();
  expect(rows.length).toBeGreaterThanOrEqual(rowsThereAre);
  expect(parts.filter((part) => !rows.some((row) => row.part === part))).toEqual([]);
  const elsewhere = rows.flatMap((row) => row.elsewhere ?? []);
  expect(elsewhere.filter((path) => !existsSync(join(checkoutRoot, path)))).toEqual([]);
  expect(readFileSync(join(checkoutRoot, 'docs/specification.md'), 'utf8')).toBe(specification(rows));
}, 60_000);
