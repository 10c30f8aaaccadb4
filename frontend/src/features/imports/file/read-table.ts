import { importRules } from '@nightshelf/contracts/import-rules.ts';
import { readWholeVault } from '@nightshelf/contracts/whole-vault.ts';
import Papa from 'papaparse';
import { decode } from './decode.ts';
import { readJson } from './read-json.ts';
import { readWhole } from './read-whole.ts';
import { clean, mostColumns, type ReadFile } from './table.ts';

/** A file of more bytes is none of 20,000 games. */
export const mostBytes = 32 * 1024 * 1024;

/** What a file of these bytes says: JSON, or a table with commas, semicolons, tabs or bars between its cells. */
export function readTable(bytes: Uint8Array): ReadFile {
  if (bytes.length > mostBytes) return { fault: 'too_large' };
  if (bytes.length === 0) return { fault: 'empty' };
  // ZIP and gzip: what is packed is never unpacked here, however large it would become.
  if ((bytes[0] === 0x50 && bytes[1] === 0x4b) || (bytes[0] === 0x1f && bytes[1] === 0x8b)) return { fault: 'archive' };
  const decoded = decode(bytes);
  if (!decoded) return { fault: 'no_text' };
  const text = decoded.text.replace(/^\ufeff/, '');
  if (!/^\s*(?:\{|\[\s*[{\]])/.test(text)) return parse(text, decoded.encoding);
  const own = readWholeVault(text);
  return own ? readWhole(own, decoded.encoding) : readJson(text, decoded.encoding);
}

/** Lines before the names of the columns: PowerShell's type, and the separator that Excel is told. */
const preface = /^(?:#TYPE [^\n]*|"?sep=.{1,2}"?)\r?\n/i;

/** Where lines end in more than one way, as after files were put together, all end alike. */
const withOneEnd = (text: string) =>
  /(?:^|[^\r])\n|\r\r\n/.test(text) ? text.replace(/\r+\n?/g, (end) => (end.endsWith('\n') ? '\n' : end)) : text;

function parse(text: string, encoding: string): ReadFile {
  const data: string[][] = [];
  let isOpen = false;
  // Row by row, and not by what is fast for text without quotes: else lines that are empty count as rows of the preview.
  Papa.parse<string[]>(withOneEnd(text.replace(preface, '')), {
    delimiter: '',
    skipEmptyLines: 'greedy',
    fastMode: false,
    // One more than there may be, and the header.
    preview: importRules.rows + 2,
    step: ({ data: row, errors }) => {
      data.push(row);
      const has = (wanted: string) => errors.some(({ code }) => code === wanted);
      // A quote that is followed by more text may have closed its cell: where it goes on over lines, nobody can tell.
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
