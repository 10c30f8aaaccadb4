import { stringify } from 'csv-stringify/sync';
import type { ExportedEntry } from '../exported-entries.ts';

/** Another program's CSV format. */
export interface Format {
  readonly columns: readonly string[];
  /** Returns the cells of an entry in column order. */
  readonly row: (entry: ExportedEntry) => readonly (string | number)[];
}

/**
 * Yields the CSV in another program's format, without a byte order mark and without formula guards, which that program
 * would read as data.
 */
export async function* tableIn(
  { columns, row }: Format,
  pages: AsyncIterable<readonly ExportedEntry[]>,
): AsyncGenerator<string> {
  yield stringify([[...columns]]);
  for await (const page of pages) yield stringify(page.map((entry) => [...row(entry)]));
}

/** Returns the game's title, or its guid when it has none. */
export const titleOf = ({ title, guid }: ExportedEntry): string => title ?? guid;

/** Returns the game's number at the provider; empty for another provider's game. */
export const numberAt = (provider: 'igdb-' | '3030-', { guid }: ExportedEntry): string =>
  guid.startsWith(provider) && /^\d+$/.test(guid.slice(provider.length)) ? guid.slice(provider.length) : '';
