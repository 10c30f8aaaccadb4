import { importRules } from '@nightshelf/contracts/import-rules.ts';
import Papa from 'papaparse';
import { decode } from './decode.ts';

/** A file as a table, as far as it could be read. */
export interface Table {
  readonly columns: readonly string[];
  /** Each with a cell for every column. */
  readonly rows: readonly (readonly string[])[];
  readonly encoding: string;
}

/** Why a file cannot be imported. */
export type Fault = 'too_large' | 'empty' | 'archive' | 'no_text' | 'too_many_rows' | 'open_quote' | 'no_rows';

export type ReadFile = { readonly table: Table } | { readonly fault: Fault };

/** A file of more bytes is none of 20,000 games. */
export const mostBytes = 32 * 1024 * 1024;

/** What a file of these bytes says, with commas, semicolons, tabs or bars between its cells. */
export function readTable(bytes: Uint8Array): ReadFile {
  if (bytes.length > mostBytes) return { fault: 'too_large' };
  if (bytes.length === 0) return { fault: 'empty' };
  // ZIP and gzip: what is packed is never unpacked here, however large it would become.
  if ((bytes[0] === 0x50 && bytes[1] === 0x4b) || (bytes[0] === 0x1f && bytes[1] === 0x8b)) return { fault: 'archive' };
  const decoded = decode(bytes);
  if (!decoded) return { fault: 'no_text' };
  return parse(decoded.text.replace(/^\ufeff/, ''), decoded.encoding);
}

function parse(text: string, encoding: string): ReadFile {
  // One more than there may be, and the header.
  const preview = importRules.rows + 2;
  const { data, errors } = Papa.parse<string[]>(text, { delimiter: '', skipEmptyLines: 'greedy', preview });
  if (errors.some(({ code }) => code === 'MissingQuotes')) return { fault: 'open_quote' };
  const [header, ...rows] = data;
  if (!header || rows.length === 0) return { fault: 'no_rows' };
  if (rows.length > importRules.rows) return { fault: 'too_many_rows' };
  const columns = namesOf(header.slice(0, mostColumns));
  return { table: { columns, rows: rows.map((row) => columns.map((_, at) => clean(row[at] ?? ''))), encoding } };
}

/** More columns than so many are of no table of games. */
const mostColumns = 200;

/** Each has a name of its own. */
function namesOf(header: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return header.map((given, at) => {
    const name = clean(given).trim().slice(0, 70) || `Column ${at + 1}`;
    const times = (seen.get(name) ?? 0) + 1;
    seen.set(name, times);
    return times === 1 ? name : `${name} (${times})`;
  });
}

/** A cell as the server takes it. */
const clean = (cell: string) => cell.replaceAll('\0', '').slice(0, importRules.cell).toWellFormed();
