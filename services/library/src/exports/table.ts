import { guardedCell, joinedTags, type VaultColumn, vaultColumns } from '@nightshelf/contracts/vault-table.ts';
import { stringify } from 'csv-stringify/sync';
import type { ExportedEntry } from './exported-entries.ts';

/** The file with a vault as a table, in pieces. Spreadsheets take it for UTF-8 by its first character. */
export async function* tableOf(pages: AsyncIterable<readonly ExportedEntry[]>): AsyncGenerator<string> {
  yield `\ufeff${lines([vaultColumns])}`;
  for await (const page of pages) yield lines(page.map(cellsOf));
}

const lines = (rows: readonly (readonly string[])[]) => stringify([...rows], { record_delimiter: 'windows' });

/** The cells of an entry, in the order of the columns. */
export function cellsOf(entry: ExportedEntry): string[] {
  const cells: Readonly<Record<VaultColumn, unknown>> = {
    ...entry,
    igdb_id: /^igdb-(\d+)$/.exec(entry.guid)?.[1],
    giant_bomb_id: /^3030-(\d+)$/.exec(entry.guid)?.[1],
    tags: joinedTags(entry.tags),
  };
  return vaultColumns.map((column) => guardedCell(String(cells[column] ?? '')));
}
