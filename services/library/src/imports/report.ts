import type { VaultImport } from '@nightshelf/contracts/imports.ts';
import { guardedCell } from '@nightshelf/contracts/vault-table.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { stringify } from 'csv-stringify/sync';
import { presentRows, rowsOf } from './rows.ts';

const columns = ['row', 'title', 'game', 'guid', 'match', 'fate', 'undone', 'changes', 'problems'];
const part = 500;

/** Yields a CSV with the fate of every row. */
export async function* reportOf(
  em: EntityManager,
  userId: string,
  { id, rule, options }: VaultImport,
): AsyncGenerator<string> {
  yield `\ufeff${lines([columns])}`;
  for (let after = 0; ; ) {
    const kept = await rowsOf(em, id, { after, limit: part });
    const rows = await presentRows(em, userId, { rule, options }, kept);
    yield lines(
      rows.map((row) => [
        String(row.position),
        row.given.title ?? '',
        row.game?.name ?? '',
        row.game?.guid ?? '',
        row.match,
        row.is_done ? row.fate : '',
        row.undone ?? '',
        row.is_done
          ? row.changes.map(({ field, from, to }) => `${field}: ${inWords(from)} → ${inWords(to)}`).join('; ')
          : '',
        row.problems.join(' '),
      ]),
    );
    if (kept.length < part) return;
    after = kept.at(-1)?.position ?? after;
  }
}

const inWords = (value: unknown) =>
  value === null ? 'nothing' : Array.isArray(value) ? value.join(', ') : String(value);

const lines = (rows: readonly (readonly string[])[]) =>
  stringify(
    rows.map((row) => row.map(guardedCell)),
    { record_delimiter: 'windows' },
  );
