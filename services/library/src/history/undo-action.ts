import { LockMode } from '@mikro-orm/postgresql';
import type * as historyCalls from '@nightshelf/contracts/calls/history.ts';
import { type HistoryCause, historyFields, type UndoneAction } from '@nightshelf/contracts/entry-history.ts';
import type { RowUndone } from '@nightshelf/contracts/imports.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { Transaction } from '@nightshelf/platform/database/transaction.ts';
import { conflict, notFound } from '@nightshelf/platform/errors/coded-error.ts';
import { Entry, type EntryChange, userFieldsOf } from '../entries/entry.ts';
import { takeOutOfVault, usedAmong } from '../entries/remove-entry.ts';
import { bringBack, type LastFields } from '../entries/restore-entry.ts';
import { applyChange, changeEntry } from '../entries/update-entry.ts';
import { same } from '../imports/rows.ts';
import { bumpLibrary } from '../libraries/library-version.ts';
import { holdLists } from '../lists/game-lists.ts';
import type { RequestOf } from '../serve.ts';
import { isUndoneElsewhere } from './actions.ts';
import { noteCause } from './cause.ts';
import { historyState } from './keep-history.ts';
import type { HistoryRow, HistoryValues } from './steps.ts';

/**
 * Undoes an action for the next page of its entries. Keeps fields that were edited since, and added entries that were
 * changed or played since. The undo is an action itself.
 */
export function undoAction(request: RequestOf<typeof historyCalls.undoAction>): Promise<UndoneAction> {
  const { userId, params, body, change } = request;
  const { step } = params;
  return change.transaction(async (transaction) => {
    const { em, notifyClients } = transaction;
    // Serializes concurrent undos of one action, for example from two tabs.
    await em.execute('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`undo ${userId} ${step}`]);
    // Games may return to lists, and lists are locked before entries.
    await holdLists(em, userId);
    const { began_at: since } = await historyState(em, userId);
    const [head] = await em.execute<Head[]>(
      `select step, entry_id, guid, kind, before, after, action, cause from entry_history
       where user_id = ? and step = ? and not follows and at >= ?`,
      [userId, step, since],
    );
    if (!head) throw notFound('library.action_not_found', 'This change is no longer in your history.');
    if (isUndoneElsewhere(head.cause)) {
      throw conflict('library.action_elsewhere', 'Undo this where it was done: in the import, or in your journal.');
    }
    const { parts, next } = await partsOf(em, userId, head, body.after);
    const before = await undoneAmong(em, userId, { step, ids: parts.map(({ id }) => id) });
    await noteCause(em, { kind: 'action_undone', step });
    const waiting = parts.filter(({ id }) => !before.has(id));
    const outcomes = await undoChanges(transaction, userId, waiting, isReturn(head));
    const done = [...outcomes.values()].filter((outcome) => outcome === 'undone' || outcome === 'partly').length;
    if (done > 0) {
      await bumpLibrary(em, userId);
      notifyClients({ to: { user: userId }, event: 'vault', data: {} });
    }
    return { undone: before.size + done, stayed: waiting.length - done, next };
  });
}

/**
 * Undoes changes of entries, except later edits; used by the history and by imports.
 * @param isReturn whether the action restored removed games, which may have been used before their removal
 * @returns the outcome of each entry that is or was in the vault
 */
export async function undoChanges(
  transaction: Transaction,
  userId: string,
  parts: readonly Part[],
  isReturn = false,
): Promise<Map<string, RowUndone>> {
  const there = await transaction.em.find(
    Entry,
    { userId, id: { $in: parts.map(({ id }) => id) } },
    { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' } },
  );
  const byId = new Map(there.map((entry) => [entry.id, entry] as const));
  const outcomes = await changeBack(transaction, parts, byId);
  const gone = parts.filter(({ id, before, after }) => before && !after && !byId.has(id));
  for (const { id } of await bringRemovedBack(transaction, userId, gone)) outcomes.set(id, 'undone');
  const asAdded = parts.flatMap((part) => unchangedSinceAdded(part, byId.get(part.id)) ?? []);
  const used = isReturn ? new Set() : await usedAmong(transaction.em, userId, asAdded);
  const leaving = asAdded.filter(({ id }) => !used.has(id));
  for (const { id } of leaving) outcomes.set(id, 'undone');
  // Call this last: it also deletes expired removals of other users, whose locks it may wait for.
  if (leaving.length > 0) await takeOutOfVault(transaction, userId, leaving);
  return outcomes;
}

/**
 * Restores removed entries, except those that were removed again since, and reverts what the action changed before it
 * removed them.
 */
async function bringRemovedBack(transaction: Transaction, userId: string, removed: readonly Part[]): Promise<Entry[]> {
  if (removed.length === 0) return [];
  const touched = await touchedSince(transaction.em, userId, removed);
  const gone = removed
    .filter(({ id }) => !touched.has(id))
    .map(({ id, guid, before }) => ({ id, guid, fields: before as unknown as LastFields }));
  const back = await bringBack(transaction, userId, gone);
  const fields = new Map(gone.map((one) => [one.id, one.fields]));
  for (const entry of back) await changeEntry(transaction, entry, fields.get(entry.id) ?? {});
  return back;
}

/** Keeps each field that was edited since. */
async function changeBack(transaction: Transaction, parts: readonly Part[], byId: ReadonlyMap<string, Entry>) {
  const outcomes = new Map<string, RowUndone>();
  for (const { id, before, after } of parts) {
    const entry = byId.get(id);
    if (entry) outcomes.set(id, 'kept');
    if (!entry || !before || !after) continue;
    const now = userFieldsOf(entry);
    const changed = historyFields.filter((field) => field in before);
    const untouched = changed.filter((field) => same(now[field], after[field]));
    const back = Object.fromEntries(untouched.map((field) => [field, before[field]])) as EntryChange;
    if (await applyChange(transaction, entry, back)) {
      outcomes.set(id, untouched.length === changed.length ? 'undone' : 'partly');
    }
  }
  await transaction.em.flush();
  return outcomes;
}

/** Whether the action restored removed games. */
const isReturn = ({ cause }: Head) =>
  cause !== null && (cause.kind === 'undo' || cause.kind === 'action_undone' || cause.kind === 'history');

/** Returns the entry if the action added it and it is still as it was added. */
function unchangedSinceAdded({ before, after, version }: Part, entry: Entry | undefined): Entry | null {
  if (!entry || before || !after) return null;
  const now = userFieldsOf(entry);
  const isUnchanged =
    version === undefined ? historyFields.every((field) => same(now[field], after[field])) : entry.version === version;
  return isUnchanged ? entry : null;
}

const entriesAtOnce = 200;

/** The first change of an action, which identifies it. */
interface Head extends HistoryRow {
  readonly action: string | null;
  readonly cause: HistoryCause | null;
}

/** The combined changes of an action to one entry. */
export interface Part {
  readonly id: string;
  readonly guid: string;
  /** The previous values of the changed fields; null for an added entry. */
  readonly before: HistoryValues | null;
  /** The new values; null for a removed entry. */
  readonly after: HistoryValues | null;
  /** The action's last step for this entry. */
  readonly step: number;
  /** The version of an added entry, if it is known; otherwise its fields show whether it changed since. */
  readonly version?: number | undefined;
}

/**
 * Returns a page of an action's changes, combined per entry and ordered by entry id.
 * @param after the last entry of the previous page
 * @returns the page and the cursor of the next one; null after the last
 */
async function partsOf(
  em: EntityManager,
  userId: string,
  head: Head,
  after = '00000000-0000-0000-0000-000000000000',
): Promise<{ readonly parts: readonly Part[]; readonly next: string | null }> {
  if (head.action === null) return { parts: [together([head])], next: null };
  const rows = await em.execute<HistoryRow[]>(
    `select step, entry_id, guid, kind, before, after from entry_history
     where user_id = ? and action = ? and entry_id in (
       select entry_id from entry_history where user_id = ? and action = ? and entry_id > ?::uuid
       group by entry_id order by entry_id limit ?)
     order by entry_id, step`,
    [userId, head.action, userId, head.action, after, entriesAtOnce + 1],
  );
  const parts = [...Map.groupBy(rows, ({ entry_id }) => entry_id).values()].map(together);
  return {
    parts: parts.slice(0, entriesAtOnce),
    next: parts.length > entriesAtOnce ? (parts[entriesAtOnce - 1]?.id ?? null) : null,
  };
}

function together(rows: readonly HistoryRow[]): Part {
  const [first, last] = [rows[0], rows.at(-1)];
  if (!first || !last) throw new Error('An action without a change');
  return {
    id: first.entry_id,
    guid: first.guid,
    before: first.kind === 'added' ? null : Object.assign({}, ...rows.toReversed().map(({ before }) => before)),
    after: last.kind === 'removed' ? null : Object.assign({}, ...rows.map(({ after }) => after)),
    step: Number(last.step),
  };
}

/** Returns the entries for which the action has been undone already. */
async function undoneAmong(
  em: EntityManager,
  userId: string,
  { step, ids }: { readonly step: number; readonly ids: readonly string[] },
): Promise<ReadonlySet<string>> {
  const rows = await em.execute<{ entry_id: string }[]>(
    `select distinct entry_id from entry_history where user_id = ? and action = ?
       and entry_id in (select jsonb_array_elements_text(?::jsonb)::uuid)`,
    [userId, `action_undone ${step}`, JSON.stringify(ids)],
  );
  return new Set(rows.map(({ entry_id }) => entry_id));
}

/** Returns the entries that have a newer change than the action's. */
async function touchedSince(em: EntityManager, userId: string, parts: readonly Part[]): Promise<ReadonlySet<string>> {
  const rows = await em.execute<{ id: string }[]>(
    `select id from jsonb_to_recordset(?::jsonb) as p (id uuid, step bigint)
     where exists (select from entry_history h where h.user_id = ? and h.entry_id = p.id and h.step > p.step)`,
    [JSON.stringify(parts.map(({ id, step }) => ({ id, step }))), userId],
  );
  return new Set(rows.map(({ id }) => id));
}
