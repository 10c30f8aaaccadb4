import type { GameList, ListedGame } from '@nightshelf/contracts/game-lists.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { Keeping } from '@nightshelf/platform/idempotency/intended-work.ts';
import { unknownPlayedGame } from '../games/played-game.ts';
import { listGameLists } from './game-lists.ts';
import { findGameOfList } from './read-list.ts';

/**
 * Stores an idempotent response without covers and description, which take up to 15 KB at 240 changes a minute. A
 * replayed response shows the current list, or the shortened one after its deletion.
 */
export const keptList = (userId: string): Keeping<GameList> => ({
  shorten: (list) => ({ ...list, description: null, covers: [] }),
  complete: async (em, kept) => (await listGameLists(em, userId, { id: kept.id }))[0] ?? kept,
});

type Result = { readonly list: GameList; readonly added?: number; readonly game?: ListedGame };

/** Does the same for a response with a list and the added games or one game. */
export function keptWithList<Kept extends Result>(userId: string): Keeping<Kept> {
  const { shorten, complete } = keptList(userId);
  return {
    shorten: (result) => ({
      ...result,
      list: shorten(result.list),
      ...(result.game && { game: shortGame(result.game) }),
    }),
    complete: async (em, kept) => ({
      ...kept,
      list: await complete(em, kept.list),
      ...(kept.game && { game: await gameAsItIs(em, kept.list.id, kept.game) }),
    }),
  };
}

const shortGame = ({ entry_id, guid }: ListedGame): ListedGame => ({
  entry_id,
  ...unknownPlayedGame(guid),
  note: null,
});

const gameAsItIs = async (em: EntityManager, listId: string, kept: ListedGame): Promise<ListedGame> =>
  (await findGameOfList(em, listId, kept.entry_id))?.game ?? kept;
