import { LockMode, UniqueConstraintViolationException } from '@mikro-orm/postgresql';
import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import type { ChangedEntry } from '@nightshelf/contracts/live.ts';
import { presentEntry } from '@nightshelf/contracts/present-entry.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { Transaction } from '@nightshelf/platform/database/transaction.ts';
import { CodedError, conflict, notFound } from '@nightshelf/platform/errors/coded-error.ts';
import type { Keeping } from '@nightshelf/platform/idempotency/intended-work.ts';
import { gameAsShownTo, unknownGame } from '../games/game-as-shown.ts';
import { Entry } from './entry.ts';

/**
 * Returns one of the user's own entries, locked until the transaction ends.
 * @throws CodedError 404 for an unknown entry or another user's
 */
export async function ownEntry(em: EntityManager, userId: string, id: string): Promise<Entry> {
  const entry = await em.findOne(Entry, { id, userId }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!entry) throw notFound('library.entry_not_found', 'Game not found in your library.');
  return entry;
}

/** Prevents a removal of the user's entries until the transaction ends. @throws CodedError 404 unless all exist */
export async function holdEntries(em: EntityManager, userId: string, ids: readonly string[]): Promise<void> {
  const owned = await em.execute<object[]>(
    `select id from entries where user_id = ? and id in (select jsonb_array_elements_text(?::jsonb)::uuid)
     order by id for key share`,
    [userId, JSON.stringify(ids)],
  );
  if (owned.length < ids.length) throw notFound('library.entry_not_found', 'Game not found in your library.');
}

/**
 * Rejects a change that was made for another version of the entry; the caller must hold the row lock.
 * @param ifVersion the version that the change was made for; null for any
 * @throws CodedError 409 with the current entry
 */
export async function refuseChanged(em: EntityManager, entry: Entry, ifVersion: number | null): Promise<void> {
  if (ifVersion === null || ifVersion === entry.version) return;
  throw new CodedError(409, 'library.entry_changed', 'This entry was changed elsewhere.', {
    body: { entry: await showEntry(em, entry) },
  });
}

export async function showEntry(em: EntityManager, entry: Entry): Promise<LibraryEntry> {
  return presentEntry(entry.versioned(), await gameAsShownTo(em, entry.userId, entry.guid));
}

/**
 * Stores an idempotent response without its game, which may take 64 KB: repeated changes would otherwise fill the disk.
 * A replayed response shows the current game.
 */
export const withoutGame = (userId: string): Keeping<LibraryEntry> => ({
  shorten: (entry) => presentEntry(stateOf(userId, entry), unknownGame(entry.guid)),
  complete: async (em, entry) => presentEntry(stateOf(userId, entry), await gameAsShownTo(em, userId, entry.guid)),
});

const stateOf = (userId: string, { id, ...entry }: LibraryEntry) => ({ ...entry, entry_id: id, user_id: userId });

/**
 * Stores an entry's game. The unique index decides between two concurrent adds of the same game.
 * @throws CodedError 409 for the second
 */
export async function onceInLibrary(store: () => Promise<unknown>): Promise<void> {
  try {
    await store();
  } catch (error) {
    if (!(error instanceof UniqueConstraintViolationException)) throw error;
    throw alreadyAdded();
  }
}

export const alreadyAdded = () => conflict('library.already_added', 'This game is already in your library.');

/** Notifies the user's other devices of a changed entry. @param entry with its new version, or its removal's */
export function notifyOfEntry(
  { notifyClients }: Pick<Transaction, 'notifyClients'>,
  userId: string,
  entry: ChangedEntry,
): void {
  const { entry_id, guid, version } = entry;
  notifyClients({ to: { user: userId }, event: 'vault', data: { entry_id, guid, version } });
}
