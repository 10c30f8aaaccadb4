import type { GameList, ListedGame } from '@nightshelf/contracts/game-lists.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { Keeping } from '@nightshelf/platform/idempotency/intended-work.ts';
import { unknownPlayedGame } from '../games/played-game.ts';
import { listGameLists } from './game-lists.ts';
import { findGameOfList } from './read-list.ts';

/**
 * Keeps of a list what it is known by: with covers and words it may take 15 KB, and it may be changed 240 times a minute. It is
 * answered again as it is now; one that was deleted, as far as it was kept.
 */
export const keptList = (userId: string): Keeping<GameList> => ({
  shorten: (list) => ({ ...list, description: null, covers: [] }),
  complete: async (em, kept) => (await listGameLists(em, userId, { id: kept.id }))[0] ?? kept,
});

type Result = { readonly list: GameList; readonly added?: number; readonly game?: ListedGame };

/** The same for a change that answers more than the list: how many games were added, or one of them. */
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
