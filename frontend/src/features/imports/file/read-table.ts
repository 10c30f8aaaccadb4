import { importRules } from '@nightshelf/contracts/import-rules.ts';
import { readWholeVault } from '@nightshelf/contracts/whole-vault.ts';
import Papa from 'papaparse';
import { decode } from './decode.ts';
import { readJson } from './read-json.ts';
import { readWhole } from './read-whole.ts';
import { clean, mostColumns, type ReadFile } from './table.ts';

/** More than a file with 20,000 games needs. */
export const mostBytes = 32 * 1024 * 1024;

/** Parses a file: JSON, or a table separated by commas, semicolons, tabs or bars. */
export function readTable(bytes: Uint8Array): ReadFile {
  if (bytes.length > mostBytes) return { fault: 'too_large' };
  if (bytes.length === 0) return { fault: 'empty' };
  // Never unpack ZIP or gzip: the content could be of any size.
  if ((bytes[0] === 0x50 && bytes[1] === 0x4b) || (bytes[0] === 0x1f && bytes[1] === 0x8b)) return { fault: 'archive' };
  const decoded = decode(bytes);
  if (!decoded) return { fault: 'no_text' };
  const text = decoded.text.replace(/^\ufeff/, '');
  if (!/^\s*(?:\{|\[\s*[{\]])/.test(text)) return parse(text, decoded.encoding);
  const own = readWholeVault(text);
  return own ? readWhole(own, decoded.encoding) : readJson(text, decoded.encoding);
}

/** Lines before the header: PowerShell's type and Excel's separator. */
const preface = /^(?:#TYPE [^\n]*|"?sep=.{1,2}"?)\r?\n/i;

/** Normalizes mixed line ends, as in concatenated files. */
const withOneEnd = (text: string) =>
  /(?:^|[^\r])\n|\r\r\n/.test(text) ? text.replace(/\r+\n?/g, (end) => (end.endsWith('\n') ? '\n' : end)) : text;

function parse(text: string, encoding: string): ReadFile {
  const data: string[][] = [];
  let isOpen = false;
  // Not Papa's fast mode, which counts empty lines towards `preview`.
  Papa.parse<string[]>(withOneEnd(text.replace(preface, '')), {
    delimiter: '',
    skipEmptyLines: 'greedy',
    fastMode: false,
    // One row above the limit, plus the header.
    preview: importRules.rows + 2,
    step: ({ data: row, errors }) => {
      data.push(row);
      const has = (wanted: string) => errors.some(({ code }) => code === wanted);
      // After an invalid quote, a cell that spans lines may have swallowed other rows.
      isOpen ||= has('MissingQuotes') || (has('InvalidQuotes') && row.some((cell) => cell.includes('\n')));
    },
  });
  if (isOpen) return { fault: 'open_quote' };
  const [header, ...rows] = data;
  if (!header || rows.length === 0) return { fault: 'no_rows' };
  if (rows.length > importRules.rows) return { fault: 'too_many_rows' };
  const columns = namesOf(header.slice(0, mostColumns));
  return { table: { columns, rows: rows.map((row) => columns.map((_, at) => clean(row[at] ?? ''))), encoding } };
}

/** Returns unique column names. */
function namesOf(header: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return header.map((given, at) => {
    const name = clean(given).trim().slice(0, 70) || `Column ${at + 1}`;
    const times = (seen.get(name) ?? 0) + 1;
    seen.set(name, times);
    return times === 1 ? name : `${name} (${times})`;
  });
}
