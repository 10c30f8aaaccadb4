import type { CallRequest } from '@nightshelf/contracts/call.ts';
import type * as libraryCalls from '@nightshelf/contracts/calls/library.ts';
import { entryAdded } from '@nightshelf/contracts/events/entries.ts';
import { catalogueGuidPrefix, type GameSummary } from '@nightshelf/contracts/games.ts';
import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { presentEntry } from '@nightshelf/contracts/present-entry.ts';
import type { Transaction } from '@nightshelf/platform/database/transaction.ts';
import { notFound } from '@nightshelf/platform/errors/coded-error.ts';
import type { Change } from '@nightshelf/platform/idempotency/intended-work.ts';
import { describeGame } from '../games/described-game.ts';
import { unknownGame } from '../games/game-as-shown.ts';
import { confirmedGame, keepGameFromChanging } from '../games/game-copy.ts';
import { requestGames } from '../games/request-games.ts';
import { refuseOverfull, refuseTooMuchDescribed } from '../libraries/library-limits.ts';
import { bumpLibrary } from '../libraries/library-version.ts';
import { Entry, type NewEntry } from './entry.ts';
import { onceInLibrary, tellVault, withoutGame } from './own-entry.ts';

type AddRequest = CallRequest<typeof libraryCalls.addEntry>['body'];
type AddExternalRequest = CallRequest<typeof libraryCalls.addExternalEntry>['body'];

/**
 * Adds a game to a user's library by its guid. An unconfirmed game is refused if `known_only`; otherwise it is added
 * and requested from the catalog, and shows as unknown until the catalog publishes it.
 * @throws CodedError 404 for an unconfirmed game with `known_only`, 409 when the library has the game, 422 when it is
 * full
 */
export function addEntry(work: Change, userId: string, { game_guid: guid, known_only, ...fields }: AddRequest) {
  return onceInLibrary(() =>
    work.transaction(async (transaction) => {
      await keepGameFromChanging(transaction.em, guid);
      const game = await confirmedGame(transaction.em, guid);
      // Anyone can find the offline catalog's games, but the catalog publishes each only when a library requests it.
      if (!game && known_only && !guid.startsWith(catalogueGuidPrefix)) {
        throw notFound('library.game_not_found', 'Game not found. Please add it from the search results.');
      }
      const added = await store(transaction, userId, game ?? unknownGame(guid), fields);
      if (!game) await requestGames(transaction, [guid], { userId });
      return added;
    }, withoutGame(userId)),
  );
}

/**
 * Adds a game that the catalog may not know, with the client's description, which only this user sees.
 * @throws CodedError 409 when the library has the game, 422 when the library is full or the description too long
 */
export function addExternalEntry(work: Change, userId: string, request: AddExternalRequest) {
  return onceInLibrary(() =>
    work.transaction(async (transaction) => {
      const { guid } = request;
      await keepGameFromChanging(transaction.em, guid);
      const confirmed = await confirmedGame(transaction.em, guid);
      if (confirmed) return store(transaction, userId, confirmed, request);
      const added = await store(transaction, userId, await describeGame(transaction.em, userId, request), request);
      await refuseTooMuchDescribed(transaction.em, userId);
      await requestGames(transaction, [guid], { userId });
      return added;
    }, withoutGame(userId)),
  );
}

async function store(
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
