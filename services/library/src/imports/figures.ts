import {
  type ImportFigures,
  type RowFate,
  type RowUndone,
  rowFate,
  rowUndone,
  type VaultImport,
} from '@nightshelf/contracts/imports.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { partFigures } from './parts/part-figures.ts';
import { planOf, rowsOf } from './rows.ts';

/** Page size for rows whose fate has to be computed. */
const part = 1000;

const zero = <Name extends string>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>;

/** Adds how many rows have each fate. Rows without one count with their planned fate, except while the import runs. */
export async function withFigures(em: EntityManager, imported: VaultImport): Promise<ImportFigures> {
  const fates = zero(rowFate.options);
  const undone = zero(rowUndone.options);
  const counted = await em.execute<{ fate: RowFate | null; undone: RowUndone | null; rows: number }[]>(
    'select fate, undone, count(*)::int as rows from import_rows where import_id = ? group by fate, undone',
    [imported.id],
  );
  for (const { fate, undone: made, rows } of counted) {
    if (fate) fates[fate] += rows;
    if (made) undone[made] += rows;
  }
  if (imported.status !== 'running' && counted.some(({ fate }) => fate === null)) {
    for (let after = 0; ; ) {
      const rows = await rowsOf(em, imported.id, { after, limit: part });
      for (const row of rows) if (row.fate === null) fates[planOf(imported.rule, row).fate] += 1;
      after = rows.at(-1)?.position ?? after;
      if (rows.length < part) break;
    }
  }
  return { ...imported, fates, undone, parts: await partFigures(em, imported.id) };
}
