import { stringify } from 'csv-stringify/sync';
import type { ExportedEntry } from '../exported-entries.ts';

/** How somebody else has a game in a table. */
export interface Format {
  readonly columns: readonly string[];
  /** The cells of an entry, in the order of the columns. */
  readonly row: (entry: ExportedEntry) => readonly (string | number)[];
}

/**
 * The file in a format of somebody else's, in pieces. It is for their program and no spreadsheet: nothing stands before the first column's name,
 * and no cell says anything but what it says there.
 */
export async function* tableIn(
  { columns, row }: Format,
  pages: AsyncIterable<readonly ExportedEntry[]>,
): AsyncGenerator<string> {
  yield stringify([[...columns]]);
  for await (const page of pages) yield stringify(page.map((entry) => [...row(entry)]));
}

/** What a game is called where nobody has said its name. */
export const titleOf = ({ title, guid }: ExportedEntry): string => title ?? guid;

/** The number of a game at one of the providers; empty for one of another. */
export const numberAt = (provider: 'igdb-' | '3030-', { guid }: ExportedEntry): string =>
  guid.startsWith(provider) && /^\d+$/.test(guid.slice(provider.length)) ? guid.slice(provider.length) : '';
