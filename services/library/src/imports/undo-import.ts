import { LockMode } from '@mikro-orm/postgresql';
import { entryUpdated } from '@nightshelf/contracts/events/entries.ts';
import type { RowUndone } from '@nightshelf/contracts/imports.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { Transaction } from '@nightshelf/platform/database/transaction.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import { Entry } from '../entries/entry.ts';
import { takeOutOfVault } from '../entries/remove-entry.ts';
import { saidIn } from '../entries/said-in.ts';
import { usedAmong } from '../entries/used-entries.ts';
import { noteCause } from '../history/cause.ts';
import { letTypedHoursStand } from '../journal/entry-hours.ts';
import { bumpLibrary } from '../libraries/library-version.ts';
import { type Due, endOf, holdDue } from './due-import.ts';
import { type Change, same } from './merge.ts';
import { undoParts } from './parts/undo-parts.ts';
import { tellImport } from './vault-imports.ts';

/** Rows per transaction. */
const chunk = 100;

interface Row {
  readonly position: number;
  readonly fate: 'added' | 'changed';
  readonly entry_id: string;
  readonly before: Change | null;
  readonly after: Change & { readonly version?: number };
}

/**
 * Undoes the next rows of an import, except later edits, and stores the outcome in the same transaction.
 * @returns whether there may be more
 */
export function undoImport(work: Work, id: string): Promise<boolean> {
  return work.transaction(async (transaction) => {
    const { em, tell } = transaction;
    const due = await holdDue(em, id, 'undoing');
    if (!due) return false;
    await noteCause(em, { kind: 'import_undone', id });
    if (await undoParts(transaction, due)) return true;
    const rows = await em.execute<Row[]>(
      `select position, fate, entry_id, before, after
       from import_rows where import_id = ? and fate in ('added', 'changed') and undone is null
       order by position desc limit ?`,
      [id, chunk],
    );
    if (rows.length === 0) {
      await endOf(transaction, due, 'undone');
      return false;
    }
    const ids = rows.map(({ entry_id }) => entry_id);
    const entries = await em.find(
      Entry,
      { userId: due.user_id, id: { $in: ids } },
      { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' } },
    );
    const byId = new Map(entries.map((entry) => [entry.id, entry] as const));
    const used = await usedAmong(em, due.user_id, ids);
    const leaving: Entry[] = [];
    const retyped: string[] = [];
    const done = rows.map(({ position, fate, entry_id, before, after }): { position: number; undone: RowUndone } => {
      const entry = byId.get(entry_id);
      if (!entry) return { position, undone: 'gone' };
      if (fate === 'changed') {
        const hours = entry.hoursPlayed;
        const undone = changeBack(transaction, entry, { before, after });
        if (entry.hoursPlayed !== hours) retyped.push(entry_id);
        return { position, undone };
      }
      if (used.has(entry_id) || entry.version !== after.version) return { position, undone: 'kept' };
      leaving.push(entry);
      return { position, undone: 'undone' };
    });
    await em.flush();
    for (const entryId of retyped) await letTypedHoursStand(em, entryId);
    if (leaving.length > 0) await takeOutOfVault(transaction, due.user_id, leaving, { areListed: false });
    else await bumpLibrary(em, due.user_id);
    await keep(em, due, done);
    tell({ to: { user: due.user_id }, event: 'vault', data: {} });
    tellImport(transaction, due.user_id, id);
    return true;
  });
}

/** Keeps each field that was edited since. */
function changeBack(
  { publish }: Transaction,
  entry: Entry,
  { before, after }: Pick<Row, 'before' | 'after'>,
): RowUndone {
  const now = saidIn(entry);
  const fields = Object.keys(before ?? {}) as (keyof Change)[];
  const untouched = fields.filter((field) => same(now[field], after[field]));
  if (untouched.length === 0) return 'kept';
  entry.change(Object.fromEntries(untouched.map((field) => [field, before?.[field]])));
  publish(entryUpdated, { data: entry.state(), version: entry.version });
  return untouched.length === fields.length ? 'undone' : 'partly';
}

async function keep(em: EntityManager, { id }: Due, done: readonly object[]): Promise<void> {
  await em.execute(
    `update import_rows r set undone = d.undone
     from jsonb_to_recordset(?::jsonb) as d (position int, undone text)
     where r.import_id = ? and r.position = d.position`,
    [JSON.stringify(done), id],
  );
  await em.execute('update imports set done = done + ?::int, touched_at = clock_timestamp() where id = ?', [
    done.length,
    id,
  ]);
}
