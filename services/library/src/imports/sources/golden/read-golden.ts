import { readFileSync } from 'node:fs';
import { type ImportedFields, type ImportSource, sourceColumns } from '@nightshelf/contracts';
import { jsonRows } from '@nightshelf/contracts/json-rows.ts';
import Papa from 'papaparse';
import { expect } from 'vitest';
import { sources } from '../sources.ts';

const options = { rating_of: 10, status: 'collection' } as const;

/** The rows of a file as the source has it, read from the columns that are sent. */
export function readGolden(source: Exclude<ImportSource, 'table'>, file: string) {
  const { columns, rows } = rowsOf(file);
  const { known, read: wanted } = sourceColumns[source];
  expect(known.some((form) => form.every((column) => columns.includes(column)))).toBe(true);
  return rows.map((row) => {
    const cells = Object.fromEntries(Object.entries(row).filter(([column]) => wanted.includes(column)));
    const { given, problems } = sources[source](cells, options);
    return { ...said(given), ...(problems.length > 0 && { problems }) };
  });
}

function rowsOf(file: string) {
  const text = readFileSync(new URL(file, import.meta.url), 'utf8');
  const objects = file.endsWith('.json') ? jsonRows(text) : null;
  if (objects) {
    return {
      columns: [...new Set(objects.flatMap((cells) => [...cells.keys()]))],
      rows: objects.map((cells) => Object.fromEntries(cells)),
    };
  }
  const table = text.replace(/^#TYPE .*\r\n/, '');
  const { data, meta } = Papa.parse<Record<string, string>>(table, { header: true, skipEmptyLines: 'greedy' });
  return { columns: meta.fields ?? [], rows: data };
}

const said = (given: ImportedFields) => Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
