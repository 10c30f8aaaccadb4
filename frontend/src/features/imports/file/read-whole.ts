import { importRules } from '@nightshelf/contracts/import-rules.ts';
import { vaultColumns } from '@nightshelf/contracts/vault-table.ts';
import { partsOfVault, rowsOfVault } from '@nightshelf/contracts/whole-vault.ts';
import { clean, type ReadFile } from './table.ts';

/** Reads our own export: its games as table rows, and the accompanying data. */
export function readWhole(file: Parameters<typeof rowsOfVault>[0], encoding: string): ReadFile {
  const rows = rowsOfVault(file).map((cells) => cells.map(clean));
  if (rows.length === 0) return { fault: 'no_rows' };
  const parts = partsOfVault(file);
  if (rows.length > importRules.rows || parts.length > importRules.parts) return { fault: 'too_many_rows' };
  return { table: { columns: [...vaultColumns], rows, encoding }, parts };
}
