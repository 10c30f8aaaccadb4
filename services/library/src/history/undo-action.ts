import { LockMode } from '@mikro-orm/postgresql';
import { historyFields, type UndoneAction } from '@nightshelf/contracts/entry-history.ts';
import { entryUpdated } from '@nightshelf/contracts/events/entries.ts';
import type { Transaction } from '@nightshelf/platform/database/transaction.ts';
import { conflict, notFound } from '@nightshelf/platform/errors/coded-error.ts';
import type { Change } from '@nightshelf/platform/idempotency/intended-work.ts';
import { bringBack, type LastSaid } from '../entries/bring-back.ts';
import { changeEntry } from '../entries/change-entry.ts';
import { Entry, type EntryChange } from '../entries/entry.ts';
import { onceInLibrary } from '../entries/once-in-library.ts';
import { takeOutOfVault } from '../entries/remove-entry.ts';
import { saidIn } from '../entries/said-in.ts';
import { usedAmong } from '../entries/used-entries.ts';
import { same } from '../imports/merge.ts';
import { letTypedHoursStand } from '../journal/entry-hours.ts';
import { bumpLibrary } from '../libraries/library-version.ts';
import { holdLists } from '../lists/game-lists.ts';
import { noteCause } from './cause.ts';
import { historyState } from './history-state.ts';
import { type Head, headOf, type Part, partsOf, touchedSince, undoneAmong } from './rows-of-action.ts';
import { isUndoneElsewhere } from './undone-elsewhere.ts';

interface Undo {
  readonly userId: string;
  /** The first step of the action, which identifies it. */
  readonly step: number;
  /** The last entry of the previous page. */
  readonly after: string | undefined;
}

/**
 * Undoes an action for the next page of its entries. Keeps fields that were edited since, and added entries that were
 * changed or played since. The undo is an action itself.
 * @throws CodedError 404 for an action that is not in the user's history, 409 for one with an undo of its own
 */
export function undoAction(work: Change, { userId, step, after }: Undo): Promise<UndoneAction> {
  return onceInLibrary(() =>
    work.transaction(async (transaction) => {
      const { em, tell } = transaction;
      // Serializes concurrent undos of one action, for example from two tabs.
      await em.execute('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`undo ${userId} ${step}`]);
      // Games may return to lists, and lists are locked before entries.
      await holdLists(em, userId);
      const { began_at: since } = await historyState(em, userId);
      const head = await headOf(em, userId, { step, since });
      if (!head) throw notFound('library.action_not_found', 'This change is no longer in your history.');
      if (isUndoneElsewhere(head.cause)) {
        throw conflict('library.action_elsewhere', 'Undo this where it was done: in the import, or in your journal.');
      }
      const { parts, next } = await partsOf(em, userId, head, after);
      const before = await undoneAmong(em, userId, { step, ids: parts.map(({ id }) => id) });
      await noteCause(em, { kind: 'action_undone', step });
      const waiting = parts.filter(({ id }) => !before.has(id));
      const done = await takeBack(transaction, userId, waiting, head);
      if (done > 0) {
        await bumpLibrary(em, userId);
        tell({ to: { user: userId }, event: 'vault', data: {} });
      }
      return { undone: before.size + done, stayed: waiting.length - done, next };
    }),
  );
}

/** @returns how many entries changed */
async function takeBack(transaction: Transaction, userId: string, parts: readonly Part[], head: Head): Promise<number> {
  const { em } = transaction;
  const there = await em.find(
    Entry,
    { userId, id: { $in: parts.map(({ id }) => id) } },
    { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' } },
  );
  const byId = new Map(there.map((entry) => [entry.id, entry] as const));
  const changed = await changeBack(transaction, parts, byId);
  const back = await bringRemovedBack(
    transaction,
    userId,
    parts.filter(({ id, before, after }) => before && !after && !byId.has(id)),
  );
  const leaving = await addedOnly(transaction, userId, { parts, byId, head });
  // Call this last: it also deletes expired removals of other users, whose locks it may wait for.
  if (leaving.length > 0) await takeOutOfVault(transaction, userId, leaving, { areListed: isReturn(head) });
  return changed + back.length + leaving.length;
}

/**
 * Restores removed entries, except those that were removed again since, and reverts what the action changed before it
 * removed them.
 */
async function bringRemovedBack(transaction: Transaction, userId: string, removed: readonly Part[]): Promise<Entry[]> {
  if (removed.length === 0) return [];
  const touched = await touchedSince(transaction.em, userId, removed);
  const said = new Map(removed.map(({ id, before }) => [id, before as unknown as LastSaid] as const));
  const gone = removed
    .filter(({ id }) => !touched.has(id))
    .map(({ id, guid }) => ({ id, guid, said: said.get(id) as LastSaid }));
  const back = await bringBack(transaction, userId, gone);
  for (const entry of back) await changeEntry(transaction, entry, said.get(entry.id) ?? {});
  return back;
}

type Entries = ReadonlyMap<string, Entry>;

/** Keeps each field that was edited since. */
async function changeBack({ em, publish }: Transaction, parts: readonly Part[], byId: Entries): Promise<number> {
  const retyped: string[] = [];
  let count = 0;
  for (const { id, before, after } of parts) {
    const entry = byId.get(id);
    if (!entry || !before || !after) continue;
    const now = saidIn(entry);
    const untouched = historyFields.filter((field) => field in before && same(now[field], after[field]));
    const hours = entry.hoursPlayed;
    if (!entry.change(Object.fromEntries(untouched.map((field) => [field, before[field]])) as EntryChange)) continue;
    count += 1;
    if (entry.hoursPlayed !== hours) retyped.push(id);
    publish(entryUpdated, { data: entry.state(), version: entry.version });
  }
  await em.flush();
  for (const id of retyped) await letTypedHoursStand(em, id);
  return count;
}

/** Whether the action restored removed games. */
const isReturn = ({ cause }: Head) =>
  cause !== null && (cause.kind === 'undo' || cause.kind === 'action_undone' || cause.kind === 'history');

interface Added {
  readonly parts: readonly Part[];
  readonly byId: Entries;
  readonly head: Head;
}

/**
 * Returns the added entries that are unchanged and unused. Restored entries may have been used before their removal.
 */
async function addedOnly({ em }: Transaction, userId: string, { parts, byId, head }: Added): Promise<Entry[]> {
  const asAdded = parts.flatMap(({ id, before, after }) => {
    const entry = byId.get(id);
    if (!entry || before || !after) return [];
    const now = saidIn(entry);
    return historyFields.every((field) => same(now[field], after[field])) ? [entry] : [];
  });
  if (asAdded.length === 0 || isReturn(head)) return asAdded;
  const used = await usedAmong(
    em,
    userId,
    asAdded.map(({ id }) => id),
  );
  return asAdded.filter(({ id }) => !used.has(id));
}
