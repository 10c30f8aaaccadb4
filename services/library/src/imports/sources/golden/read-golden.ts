import { readFileSync } from 'node:fs';
import type { ImportSource } from '@nightshelf/contracts/import-rules.ts';
import type { ImportedFields } from '@nightshelf/contracts/imports.ts';
import { expect } from 'vitest';
import {
  guessMapping,
  guessScale,
  guessSource,
  rowsToSend,
} from '../../../../../../frontend/src/features/imports/file/guess-columns.ts';
import { readTable } from '../../../../../../frontend/src/features/imports/file/read-table.ts';
import { sources } from '../sources.ts';

/** Reads a golden file through the browser's reader and its source. */
export function readGolden(source: ImportSource, file: string) {
  const result = readTable(readFileSync(new URL(file, import.meta.url)));
  if ('fault' in result) throw new Error(result.fault);
  const { table } = result;
  expect(guessSource(table.columns)).toBe(source);
  const mapping = guessMapping(table.columns);
  const options = { rating_of: guessScale(table, mapping), status: 'collection' } as const;
  return rowsToSend(table, source, mapping).map((cells) => {
    const { given, problems } = sources[source](cells, options);
    return { ...said(given), ...(problems.length > 0 && { problems }) };
  });
}

const said = (given: ImportedFields): Partial<ImportedFields> =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
