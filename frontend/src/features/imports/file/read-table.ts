import type { ImportPart } from '@nightshelf/contracts/import-parts.ts';
import { importRules } from '@nightshelf/contracts/import-rules.ts';
import {
  jsonRows,
  partsOfVault,
  readWholeVault,
  rowsOfVault,
  vaultColumns,
} from '@nightshelf/contracts/whole-vault.ts';
import { detect } from 'chardet';
import Papa from 'papaparse';

export interface Table {
  readonly columns: readonly string[];
  /** Each row has a cell for every column. */
  readonly rows: readonly (readonly string[])[];
  readonly encoding: string;
}

export type Fault =
  | 'too_large'
  | 'empty'
  | 'archive'
  | 'no_text'
  | 'no_json'
  | 'steam_private'
  | 'too_many_rows'
  | 'open_quote'
  | 'no_rows';

/** A parsed file; our own export also brings accompanying data. */
type ReadFile = { readonly table: Table; readonly parts?: readonly ImportPart[] } | { readonly fault: Fault };

/** A table of games does not have more columns. */
const mostColumns = 200;

/** Cuts and cleans a cell as the server requires. */
const clean = (cell: string) => cell.replaceAll('\0', '').slice(0, importRules.cell).toWellFormed();

/** Control characters that do not occur in text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const control = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/g;

/** Bytes sampled to detect the encoding. */
const sample = 65_536;

interface Decoded {
  readonly text: string;
  readonly encoding: string;
}

/**
 * Decodes a file. A byte order mark decides; otherwise text that is valid UTF-8 is UTF-8, because other encodings
 * rarely are; otherwise the encoding is guessed from the letters.
 * @returns null when the bytes are not text
 */
function decode(bytes: Uint8Array): Decoded | null {
  const encoding = encodingOf(bytes);
  const text = new TextDecoder(encoding).decode(bytes);
  const head = text.slice(0, sample);
  return (head.match(control)?.length ?? 0) > 2 + head.length / 100 ? null : { text, encoding };
}

function encodingOf(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return 'utf-8';
  } catch {
    return known(detect(bytes.subarray(0, sample))) ?? 'windows-1252';
  }
}

/** Returns the browser's name of an encoding; null when unknown or already ruled out. */
function known(label: string | null): string | null {
  try {
    const { encoding } = new TextDecoder(label ?? '');
    return encoding.startsWith('utf') || encoding === 'iso-8859-1' ? null : encoding;
  } catch {
    return null;
  }
}

/** Steam's GetOwnedGames response for a private profile: `{"response":{}}`. */
const isPrivateSteam = (text: string) => /^\s*\{\s*"response"\s*:\s*\{\s*\}\s*\}\s*$/.test(text);

/** Parses a list of objects into a table. */
function readJson(text: string, encoding: string): ReadFile {
  const games = jsonRows(text);
  if (!games) return { fault: isPrivateSteam(text) ? 'steam_private' : 'no_json' };
  if (games.length === 0) return { fault: 'no_rows' };
  if (games.length > importRules.rows) return { fault: 'too_many_rows' };
  const columns = [...new Set(games.flatMap((cells) => [...cells.keys()]))].slice(0, mostColumns);
  const rows = games.map((cells) => columns.map((name) => clean(cells.get(name) ?? '')));
  return { table: { columns, rows, encoding } };
}

/** Reads our own export: its games as table rows, and the accompanying data. */
function readWhole(file: Parameters<typeof rowsOfVault>[0], encoding: string): ReadFile {
  const rows = rowsOfVault(file).map((cells) => cells.map(clean));
  if (rows.length === 0) return { fault: 'no_rows' };
  const parts = partsOfVault(file);
  if (rows.length > importRules.rows || parts.length > importRules.parts) return { fault: 'too_many_rows' };
  return { table: { columns: [...vaultColumns], rows, encoding }, parts };
}

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
