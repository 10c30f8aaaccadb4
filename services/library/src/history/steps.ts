import type * as historyCalls from '@nightshelf/contracts/calls/history.ts';
import { type EntryStep, type HistoryCause, historyFields } from '@nightshelf/contracts/entry-history.ts';
import { instant } from '@nightshelf/platform/database/instant.ts';
import { notFound } from '@nightshelf/platform/errors/coded-error.ts';
import type { ReadOf } from '../serve.ts';
import { isAny, pageOf } from '../sql.ts';
import { historyState } from './keep-history.ts';

type Value = EntryStep['changes'][number]['from'];
export type HistoryValues = Readonly<Record<string, Value>>;

/** A stored change of an entry. */
export interface HistoryRow extends Pick<EntryStep, 'entry_id' | 'guid' | 'kind'> {
  readonly step: string;
  readonly before: HistoryValues;
  readonly after: HistoryValues;
}

interface Row extends HistoryRow, Pick<EntryStep, 'at' | 'action'> {
  readonly cause: HistoryCause | null;
}

const steps = `
  select step, ${instant('at')} as at, entry_id, guid, kind, cause, action, before, after
  from entry_history`;

/**
 * Returns a page of an entry's history, newest first.
 * @throws CodedError 404 for an entry that the user neither has nor had
 */
export async function stepsOfEntry({
  em,
  userId,
  params: { id },
  query,
}: ReadOf<typeof historyCalls.listEntryHistory>) {
  const { before = Number.MAX_SAFE_INTEGER, limit } = query;
  const state = await historyState(em, userId);
  const rows = await em.execute<Row[]>(
    `${steps} where user_id = ? and entry_id = ? and step < ? and at >= ? order by step desc limit ?`,
    [userId, id, before, state.began_at, limit + 1],
  );
  if (rows.length === 0) {
    const isOwn = await isAny(em, 'entries where id = ? and user_id = ?', [id, userId]);
    if (!isOwn) throw notFound('library.entry_not_found', 'Game not found in your library.');
  }
  const { page, next } = pageOf(rows, limit, ({ step }) => Number(step));
  return { ...state, steps: page.map(presented), next };
}

/** Returns a page of a whole vault's history, grouped by entry, newest first per entry. The cursor is `<entry>.<step>`. */
export async function stepsOfVault({ em, userId, query }: ReadOf<typeof historyCalls.listHistory>) {
  const { before, limit } = query;
  const [entry = 'ffffffff-ffff-ffff-ffff-ffffffffffff', step = Number.MAX_SAFE_INTEGER] = before?.split('.') ?? [];
  const state = await historyState(em, userId);
  const rows = await em.execute<Row[]>(
    `${steps} where user_id = ? and (entry_id, step) < (?::uuid, ?::bigint) and at >= ?
     order by entry_id desc, step desc limit ?`,
    [userId, entry, step, state.began_at, limit + 1],
  );
  const { page, next } = pageOf(rows, limit, (last) => `${last.entry_id}.${last.step}`);
  return { ...state, steps: page.map(presented), next };
}

const presented = ({ step, cause, before, after, ...row }: Row): EntryStep => ({
  ...row,
  step: Number(step),
  by: cause,
  changes: changesIn({ kind: row.kind, before, after }),
});

/** Returns the changed fields of a history row with their old and new values. */
export const changesIn = ({
  kind,
  before,
  after,
}: Pick<HistoryRow, 'kind' | 'before' | 'after'>): EntryStep['changes'] =>
  historyFields
    .filter((field) => field in before || field in after)
    .map((field) => ({ field, from: before[field] ?? null, to: after[field] ?? null }))
    .filter(({ from, to }) => kind === 'changed' || isFilled(from) || isFilled(to));

/** True unless the value is a field's empty value. */
const isFilled = (value: Value) => value !== null && value !== false && !(Array.isArray(value) && value.length === 0);
