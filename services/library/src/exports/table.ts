import { guardedCell, joinedTags, type VaultColumn, vaultColumns } from '@nightshelf/contracts/vault-table.ts';
import { stringify } from 'csv-stringify/sync';
import type { ExportedEntry } from './exported-entries.ts';

/** Yields the vault as CSV. The byte order mark makes spreadsheets read it as UTF-8. */
export async function* tableOf(pages: AsyncIterable<readonly ExportedEntry[]>): AsyncGenerator<string> {
  yield `\ufeff${lines([vaultColumns])}`;
  for await (const page of pages) yield lines(page.map(cellsOf));
}

const lines = (rows: readonly (readonly string[])[]) => stringify([...rows], { record_delimiter: 'windows' });

/** Returns the cells of an entry in column order. */
export function cellsOf(entry: ExportedEntry): string[] {
  const cells: Readonly<Record<VaultColumn, unknown>> = {
    ...entry,
    igdb_id: /^igdb-(\d+)$/.exec(entry.guid)?.[1],
    giant_bomb_id: /^3030-(\d+)$/.exec(entry.guid)?.[1],
    tags: joinedTags(entry.tags),
  };
  return vaultColumns.map((column) => guardedCell(String(cells[column] ?? '')));
}
