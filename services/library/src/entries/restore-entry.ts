import type * as libraryCalls from '@nightshelf/contracts/calls/library.ts';
import { entryAdded } from '@nightshelf/contracts/events/entries.ts';
import type { Transaction } from '@nightshelf/platform/database/transaction.ts';
import { notFound } from '@nightshelf/platform/errors/coded-error.ts';
import { bringDescriptionsBack } from '../games/described-game.ts';
import { undescribedAmong } from '../games/game-as-shown.ts';
import { keepGamesFromChanging } from '../games/game-copy.ts';
import { requestGames } from '../games/request-games.ts';
import { bringBelongingsBack } from '../history/keep-history.ts';
import { bumpLibrary, refuseOverfull, refuseTooMuchDescribed } from '../libraries/library-version.ts';
import { renewListsOf } from '../lists/game-lists.ts';
import { isOwnGuid } from '../own-games/own-summary.ts';
import type { RequestOf } from '../serve.ts';
import { Entry, type UserFields } from './entry.ts';
import { alreadyAdded, notifyOfEntry, onceInLibrary, showEntry, withoutGame } from './own-entry.ts';
import { gameRemoved, type Removed, takeRemovals, takeTombstones } from './remove-entry.ts';

/** Restores an entry exactly as it was, including its date, up to ten minutes after its removal. */
export const restoreEntry = ({ userId, params: { id }, change }: RequestOf<typeof libraryCalls.restoreEntry>) =>
  change.transaction(async (transaction) => {
    const guid = await gameRemoved(transaction.em, userId, id);
    if (guid === null)
      throw notFound('library.entry_not_found', 'This game can no longer be restored. Please add it again.');
    const [entry] = await bringBack(transaction, userId, [{ id, guid }]);
    if (!entry) throw alreadyAdded();
    notifyOfEntry(transaction, userId, entry.versioned());
    return showEntry(transaction.em, entry);
  }, withoutGame(userId));

/** The fields of an entry when it was removed. */
export interface LastFields extends UserFields {
  readonly date_added: string;
  /** The entry's version before its removal. */
  readonly version?: number;
}

/** An entry that is no longer in its user's vault. */
interface Gone {
  readonly id: string;
  readonly guid: string;
  /** Required once the removal can no longer be undone. */
  readonly fields?: LastFields;
}

/**
 * Brings removed entries back under their own ids, with their dates, playthroughs, sessions and list places. An entry
 * whose game is in the library again stays removed.
 * @returns the entries that are back
 * @throws CodedError 422 when the library is full, 409 when a game is added concurrently
 */
export async function bringBack(transaction: Transaction, userId: string, gone: readonly Gone[]): Promise<Entry[]> {
  const { em } = transaction;
  const again = await em.find(Entry, { userId, guid: { $in: gone.map(({ guid }) => guid) } }, { fields: ['guid'] });
  const taken = new Set(again.map(({ guid }) => guid));
  const free = gone.filter(({ guid }) => !taken.has(guid));
  await keepGamesFromChanging(
    em,
    free.map(({ guid }) => guid),
  );
  const waiting = await takeRemovals(em, userId, idsOf(free));
  const isWaiting = new Set(waiting.map(({ id }) => id));
  const back = free.filter(({ id, fields }) => isWaiting.has(id) || fields);
  if (back.length === 0) return [];
  const ids = idsOf(back);
  const removals = await takeTombstones(em, ids);
  // The removal itself took the version after the row's own, so the entry continues at the next one.
  const rows = waiting.map(({ entry }) => ({ ...entry, version: entry.version + 2 }));
  const insert = 'insert into entries select * from jsonb_populate_recordset(null::entries, ?::jsonb)';
  await onceInLibrary(() => em.execute(insert, [JSON.stringify(rows)]));
  for (const { id, guid, fields } of back) {
    if (!isWaiting.has(id) && fields) em.persist(asItWas(userId, { id, guid, fields }, removals.get(id) ?? 0));
  }
  await onceInLibrary(() => em.flush());
  await bringBelongingsBack(em, userId, ids);
  return publishBack(transaction, userId, back, waiting);
}

const idsOf = (entries: readonly { readonly id: string }[]) => JSON.stringify(entries.map(({ id }) => id));

/** @param removal the version of the removal, 0 when it is no longer recorded */
function asItWas(userId: string, { id, guid, fields }: Required<Gone>, removal: number): Entry {
  const entry = Entry.add(userId, guid, fields);
  entry.id = id;
  entry.dateAdded = new Date(fields.date_added);
  entry.version = Math.max((fields.version ?? 0) + 2, removal + 1);
  return entry;
}

async function publishBack(
  transaction: Transaction,
  userId: string,
  back: readonly Gone[],
  waiting: readonly Removed[],
): Promise<Entry[]> {
  const { em, publish } = transaction;
  const isDescribed = await bringDescriptionsBack(em, waiting);
  await renewListsOf(transaction, userId, idsOf(back));
  await bumpLibrary(em, userId);
  await refuseOverfull(em, userId);
  if (isDescribed) await refuseTooMuchDescribed(em, userId);
  const entries = await em.find(Entry, { userId, id: { $in: back.map(({ id }) => id) } });
  const unknown = await undescribedAmong(
    em,
    userId,
    entries.flatMap(({ guid }) => (isOwnGuid(guid) ? [] : [guid])),
  );
  if (unknown.length > 0) await requestGames(transaction, unknown, { userId });
  for (const entry of entries) publish(entryAdded, { data: entry.state(), version: entry.version });
  return entries;
}
