import type * as historyCalls from '@nightshelf/contracts/calls/history.ts';
import { editableFields } from '@nightshelf/contracts/library-entry.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { Transaction } from '@nightshelf/platform/database/transaction.ts';
import { notFound } from '@nightshelf/platform/errors/coded-error.ts';
import { versionWanted } from '@nightshelf/platform/http/headers.ts';
import { Entry, type EntryChange } from '../entries/entry.ts';
import { alreadyAdded, notifyOfEntry, ownEntry, refuseChanged, showEntry, withoutGame } from '../entries/own-entry.ts';
import { bringBack, type LastFields } from '../entries/restore-entry.ts';
import { changeEntry } from '../entries/update-entry.ts';
import { holdLists } from '../lists/game-lists.ts';
import type { RequestOf } from '../serve.ts';
import { historyState } from './keep-history.ts';

/**
 * Restores an entry's fields as they were after a step of its history, or, for step 0, before the first known change.
 * Also restores a removed entry, unless the caller gave a version.
 */
export function restoreStep({ userId, params, body, request, change }: RequestOf<typeof historyCalls.restoreStep>) {
  const { id, step } = params;
  const ifVersion = versionWanted(request.headers['if-match'], body.if_version);
  return change.transaction(async (transaction) => {
    const { em } = transaction;
    if (ifVersion === null) await bringBackRemoved(transaction, userId, id);
    const entry = await ownEntry(em, userId, id);
    await refuseChanged(em, entry, ifVersion);
    await changeEntry(transaction, entry, await fieldsAfter(em, entry, step));
    return showEntry(em, entry);
  }, withoutGame(userId));
}

/** Restores the entry if it is not in the vault and the history has its removal. */
async function bringBackRemoved(transaction: Transaction, userId: string, id: string): Promise<void> {
  const { em } = transaction;
  if ((await em.count(Entry, { id, userId })) > 0) return;
  const { began_at } = await historyState(em, userId);
  const [removal] = await em.execute<{ guid: string; before: LastFields }[]>(
    `select guid, before from entry_history where user_id = ? and entry_id = ? and kind = 'removed' and at >= ?
     order by step desc limit 1`,
    [userId, id, began_at],
  );
  if (!removal) return;
  // Lists are locked before entries, and the game may return to lists.
  await holdLists(em, userId);
  const [entry] = await bringBack(transaction, userId, [{ id, guid: removal.guid, fields: removal.before }]);
  if (!entry) throw alreadyAdded();
  notifyOfEntry(transaction, userId, entry.versioned());
}

/** Reverts all changes since the step, newest first, on a copy of the current fields. */
async function fieldsAfter(em: EntityManager, entry: Entry, step: number): Promise<EntryChange> {
  const { began_at } = await historyState(em, entry.userId);
  const rows = await em.execute<{ step: string; kind: 'added' | 'changed' | 'removed'; before: object }[]>(
    `select step, kind, before from entry_history where user_id = ? and entry_id = ? and step >= ? and at >= ?
     order by step desc`,
    [entry.userId, entry.id, step, began_at],
  );
  const meant = step === 0 ? rows.at(-1) : rows.find((row) => Number(row.step) === step);
  // The entry has no fields before it was added or after it was removed.
  if (!meant || meant.kind === (step === 0 ? 'added' : 'removed')) throw noSuchStep();
  const fields: object = { ...entry.versioned() };
  for (const row of rows) if (Number(row.step) > step) Object.assign(fields, row.before);
  return editableFields.parse(fields);
}

const noSuchStep = () => notFound('library.step_not_found', 'The history has no version to restore.');
