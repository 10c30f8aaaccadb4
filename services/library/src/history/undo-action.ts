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
  /** Names the action. */
  readonly step: number;
  /** The entry where the part before ended. */
  readonly after: string | undefined;
}

/**
 * Takes back what an action did to the next of its entries, each once: a field that says something else by now stays, as does an entry
 * that was added and then changed or played. An undo is an action like any other.
 * @throws CodedError 404 for what is not, or no longer, in the user's history; 409 for what has an undo of its own
 */
export function undoAction(work: Change, { userId, step, after }: Undo): Promise<UndoneAction> {
  return onceInLibrary(() =>
    work.transaction(async (transaction) => {
      const { em, tell } = transaction;
      // Two tabs, one after the other.
      await em.execute('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`undo ${userId} ${step}`]);
      // As games may come back to lists: whoever adds to these holds them before the games.
      await holdLists(em, userId);
      const { began_at: since } = await historyState(em, userId);
      const head = await headOf(em, userId, { step, since });
      if (!head) throw notFound('library.action_not_found', 'This is not in your history, or no longer.');
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

/** @returns of how many something was undone */
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
  // Last, as it forgets what others removed long ago.
  if (leaving.length > 0) await takeOutOfVault(transaction, userId, leaving, { areListed: isReturn(head) });
  return changed + back.length + leaving.length;
}

/** What was removed once more since stays away; what the action changed before it removed it says what it said before that. */
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

/** What was edited since stays, field by field. */
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

/** Whether it brought games back that had been removed. */
const isReturn = ({ cause }: Head) =>
  cause !== null && (cause.kind === 'undo' || cause.kind === 'action_undone' || cause.kind === 'history');

interface Added {
  readonly parts: readonly Part[];
  readonly byId: Entries;
  readonly head: Head;
}

/** Those that were added and nothing else; what came back may have been played and listed before. */
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
