import { type EntryStep, type HistoryCause, historyFields } from '@nightshelf/contracts/entry-history.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { instant } from '@nightshelf/platform/database/instant.ts';
import { notFound } from '@nightshelf/platform/errors/coded-error.ts';
import { isAny } from '../sql.ts';

type Value = EntryStep['changes'][number]['from'];
export type HistoryValues = Readonly<Record<string, Value>>;

interface Row extends Omit<EntryStep, 'step' | 'by' | 'changes'> {
  readonly step: string;
  readonly cause: HistoryCause | null;
  readonly before: HistoryValues;
  readonly after: HistoryValues;
}

const steps = `
  select step, ${instant('at')} as at, entry_id, guid, kind, cause, action, before, after
  from entry_history`;

interface Page<Cursor> {
  readonly steps: EntryStep[];
  /** The cursor of the next page; null after the last. */
  readonly next: Cursor | null;
}

interface OfEntry {
  readonly id: string;
  /** When the history began. */
  readonly since: string;
  readonly before: number | undefined;
  readonly limit: number;
}

/**
 * Returns a page of an entry's history, newest first.
 * @throws CodedError 404 for an entry that the user neither has nor had
 */
export async function stepsOfEntry(
  em: EntityManager,
  userId: string,
  { id, since, before = Number.MAX_SAFE_INTEGER, limit }: OfEntry,
): Promise<Page<number>> {
  const rows = await em.execute<Row[]>(
    `${steps} where user_id = ? and entry_id = ? and step < ? and at >= ? order by step desc limit ?`,
    [userId, id, before, since, limit + 1],
  );
  if (rows.length === 0) {
    const isOwn = await isAny(em, 'entries where id = ? and user_id = ?', [id, userId]);
    if (!isOwn) throw notFound('library.entry_not_found', 'Game not found in your library.');
  }
  return pageOf(rows, limit, ({ step }) => step);
}

interface OfVault {
  readonly since: string;
  /** As `<entry>.<step>`. */
  readonly before: string | undefined;
  readonly limit: number;
}

/** Returns a page of a whole vault's history, grouped by entry, newest first per entry. */
export async function stepsOfVault(
  em: EntityManager,
  userId: string,
  { since, before, limit }: OfVault,
): Promise<Page<string>> {
  const [entry = 'ffffffff-ffff-ffff-ffff-ffffffffffff', step = Number.MAX_SAFE_INTEGER] = before?.split('.') ?? [];
  const rows = await em.execute<Row[]>(
    `${steps} where user_id = ? and (entry_id, step) < (?::uuid, ?::bigint) and at >= ?
     order by entry_id desc, step desc limit ?`,
    [userId, entry, step, since, limit + 1],
  );
  return pageOf(rows, limit, (last) => `${last.entry_id}.${last.step}`);
}

function pageOf<Cursor>(rows: readonly Row[], limit: number, cursorOf: (last: EntryStep) => Cursor): Page<Cursor> {
  const steps = rows.slice(0, limit).map(presented);
  const last = steps.at(-1);
  return { steps, next: last && rows.length > limit ? cursorOf(last) : null };
}

const presented = ({ step, cause, before, after, ...row }: Row): EntryStep => ({
  ...row,
  step: Number(step),
  by: cause,
  changes: changesIn({ kind: row.kind, before, after }),
});

/** Returns the changed fields of a history row with their old and new values. */
export const changesIn = ({ kind, before, after }: Pick<Row, 'kind' | 'before' | 'after'>): EntryStep['changes'] =>
  historyFields
    .flatMap((field) => {
      const change = { field, from: before[field] ?? null, to: after[field] ?? null };
      return isSaid(change.from) || isSaid(change.to) || kind === 'changed' ? [change] : [];
    })
    .filter(({ field }) => field in before || field in after);

/** True unless the value is a field's empty value. */
const isSaid = (value: Value) => value !== null && value !== false && !(Array.isArray(value) && value.length === 0);
