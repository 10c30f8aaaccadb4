import type * as libraryCalls from '@nightshelf/contracts/calls/library.ts';
import { entryAdded } from '@nightshelf/contracts/events/entries.ts';
import { catalogueGuidPrefix, type GameSummary } from '@nightshelf/contracts/games.ts';
import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { presentEntry } from '@nightshelf/contracts/present-entry.ts';
import type { Transaction } from '@nightshelf/platform/database/transaction.ts';
import { notFound } from '@nightshelf/platform/errors/coded-error.ts';
import { describeGame } from '../games/described-game.ts';
import { unknownGame } from '../games/game-as-shown.ts';
import { confirmedGame, keepGamesFromChanging } from '../games/game-copy.ts';
import { requestGames } from '../games/request-games.ts';
import { refuseOverfull, refuseTooMuchDescribed } from '../libraries/library-limits.ts';
import { bumpLibrary } from '../libraries/library-version.ts';
import type { RequestOf } from '../serve.ts';
import { Entry, type NewEntry } from './entry.ts';
import { onceInLibrary, tellVault, withoutGame } from './own-entry.ts';

/**
 * Adds a game to a user's library by its guid. An unconfirmed game is refused if `known_only`; otherwise it is added
 * and requested from the catalog, and shows as unknown until the catalog publishes it.
 */
export function addEntry({ userId, body, change }: RequestOf<typeof libraryCalls.addEntry>) {
  const { game_guid: guid, known_only, ...fields } = body;
  return onceInLibrary(() =>
    change.transaction(async (transaction) => {
      await keepGamesFromChanging(transaction.em, [guid]);
      const game = await confirmedGame(transaction.em, guid);
      // Anyone can find the offline catalog's games, but the catalog publishes each only when a library requests it.
      if (!game && known_only && !guid.startsWith(catalogueGuidPrefix)) {
        throw notFound('library.game_not_found', 'Game not found. Please add it from the search results.');
      }
      const added = await storeEntry(transaction, userId, game ?? unknownGame(guid), fields);
      if (!game) await requestGames(transaction, [guid], { userId });
      return added;
    }, withoutGame(userId)),
  );
}

/** Adds a game that the catalog may not know, with the client's description, which only this user sees. */
export function addExternalEntry({ userId, body, change }: RequestOf<typeof libraryCalls.addExternalEntry>) {
  const { guid } = body;
  return onceInLibrary(() =>
    change.transaction(async (transaction) => {
      await keepGamesFromChanging(transaction.em, [guid]);
      const confirmed = await confirmedGame(transaction.em, guid);
      if (confirmed) return storeEntry(transaction, userId, confirmed, body);
      const added = await storeEntry(transaction, userId, await describeGame(transaction.em, userId, body), body);
      await refuseTooMuchDescribed(transaction.em, userId);
      await requestGames(transaction, [guid], { userId });
      return added;
    }, withoutGame(userId)),
  );
}

/** Stores and publishes a new entry. @throws CodedError 422 when the library is full */
export async function storeEntry(
  { em, publish, tell }: Transaction,
  userId: string,
  game: GameSummary,
  fields: NewEntry,
): Promise<LibraryEntry> {
  const entry = Entry.add(userId, game.guid, fields);
  em.persist(entry);
  await em.flush();
  await bumpLibrary(em, userId);
  await refuseOverfull(em, userId);
  publish(entryAdded, { data: entry.state(), version: entry.version });
  tellVault({ tell }, userId, entry.versioned());
  return presentEntry(entry.versioned(), game);
}
