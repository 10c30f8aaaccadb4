import type * as libraryCalls from '@nightshelf/contracts/calls/library.ts';
import { entryAdded } from '@nightshelf/contracts/events/entries.ts';
import { catalogueGuidPrefix, type GameSummary } from '@nightshelf/contracts/games.ts';
import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { presentEntry } from '@nightshelf/contracts/present-entry.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { Transaction } from '@nightshelf/platform/database/transaction.ts';
import { notFound } from '@nightshelf/platform/errors/coded-error.ts';
import type { Change } from '@nightshelf/platform/idempotency/intended-work.ts';
import { describeGame } from '../games/described-game.ts';
import { unknownGame } from '../games/game-as-shown.ts';
import { confirmedGame, keepGamesFromChanging } from '../games/game-copy.ts';
import { requestGames } from '../games/request-games.ts';
import { bumpLibrary, refuseOverfull, refuseTooMuchDescribed } from '../libraries/library-version.ts';
import type { RequestOf } from '../serve.ts';
import { Entry, type NewEntry } from './entry.ts';
import { notifyOfEntry, onceInLibrary, withoutGame } from './own-entry.ts';

interface Addition {
  readonly userId: string;
  readonly guid: string;
  readonly fields: NewEntry;
  /** Whether `describe` stores a description. */
  readonly isDescribed: boolean;
  readonly change: Change;
}

/**
 * Adds a game to a user's library. A game that the catalog has not confirmed is requested from it.
 * @param describe returns the game until the catalog publishes it
 */
const add = (
  { userId, guid, fields, isDescribed, change }: Addition,
  describe: (em: EntityManager) => Promise<GameSummary>,
) =>
  change.transaction(async (transaction) => {
    const { em } = transaction;
    await keepGamesFromChanging(em, [guid]);
    const confirmed = await confirmedGame(em, guid);
    const added = await storeEntry(transaction, userId, confirmed ?? (await describe(em)), fields);
    if (!confirmed) {
      if (isDescribed) await refuseTooMuchDescribed(em, userId);
      await requestGames(transaction, [guid], { userId });
    }
    return added;
  }, withoutGame(userId));

/** Adds a game by its guid. An unconfirmed game is refused if `known_only`; otherwise it shows as unknown at first. */
export function addEntry({ userId, body, change }: RequestOf<typeof libraryCalls.addEntry>) {
  const { game_guid: guid, known_only, ...fields } = body;
  return add({ userId, guid, fields, isDescribed: false, change }, async () => {
    // Anyone can find the offline catalog's games, but the catalog publishes each only when a library requests it.
    if (!known_only || guid.startsWith(catalogueGuidPrefix)) return unknownGame(guid);
    throw notFound('library.game_not_found', 'Game not found. Please add it from the search results.');
  });
}

/** Adds a game that the catalog may not know, with the client's description, which only this user sees. */
export const addExternalEntry = ({ userId, body, change }: RequestOf<typeof libraryCalls.addExternalEntry>) =>
  add({ userId, guid: body.guid, fields: body, isDescribed: true, change }, (em) => describeGame(em, userId, body));

/** Stores and publishes a new entry. @throws CodedError 422 when the library is full */
export async function storeEntry(
  { em, publish, notifyClients }: Transaction,
  userId: string,
  game: GameSummary,
  fields: NewEntry,
): Promise<LibraryEntry> {
  const entry = Entry.add(userId, game.guid, fields);
  em.persist(entry);
  await onceInLibrary(() => em.flush());
  await bumpLibrary(em, userId);
  await refuseOverfull(em, userId);
  publish(entryAdded, { data: entry.state(), version: entry.version });
  notifyOfEntry({ notifyClients }, userId, entry.versioned());
  return presentEntry(entry.versioned(), game);
}
