import type { GameList } from '@nightshelf/contracts/game-lists.ts';
import type { Change } from '@nightshelf/platform/idempotency/intended-work.ts';
import { holdList, ownList, renewList } from './game-lists.ts';
import { keptList } from './kept-list.ts';
import { gameOfList } from './read-list.ts';

/** @throws CodedError 404 for a list that is not the user's or a game that is not in it */
export function takeOut(work: Change, userId: string, id: string, entryId: string): Promise<GameList> {
  return work.transaction(async (transaction) => {
    const { em } = transaction;
    const held = await holdList(em, userId, id);
    await gameOfList(em, id, entryId);
    await em.execute('delete from listed_games where list_id = ? and entry_id = ?', [id, entryId]);
    await renewList(transaction, userId, held);
    return ownList(em, userId, id);
  }, keptList(userId));
}
