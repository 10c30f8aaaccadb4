import type { CallRequest } from '@nightshelf/contracts/call.ts';
import type * as listCalls from '@nightshelf/contracts/calls/lists.ts';
import type { GameList } from '@nightshelf/contracts/game-lists.ts';
import { CodedError } from '@nightshelf/platform/errors/coded-error.ts';
import type { Change } from '@nightshelf/platform/idempotency/intended-work.ts';
import { holdList, ownList, renewList, tellLists } from './game-lists.ts';
import { keptList } from './kept-list.ts';

type ListChange = CallRequest<typeof listCalls.changeGameList>['body'];

interface Changed {
  readonly userId: string;
  readonly id: string;
  readonly change: ListChange;
}

/**
 * Changes the name or description of a list; moves and notes since `if_version` are no conflict.
 * @throws CodedError 404 for a list that is not the user's, 409 with the list when its name or description changed
 * since `if_version`
 */
export function changeList(work: Change, { userId, id, change }: Changed): Promise<GameList> {
  const { if_version: ifVersion, name, description } = change;
  return work.transaction(async (transaction) => {
    const { em } = transaction;
    const held = await holdList(em, userId, id);
    const before = await ownList(em, userId, id);
    if (ifVersion !== undefined && (ifVersion < held.words_version || ifVersion > held.version)) {
      const message = 'This list was changed elsewhere.';
      throw new CodedError(409, 'library.list_changed', message, { body: { list: before } });
    }
    const words = [name ?? before.name, description === undefined ? before.description : description || null] as const;
    if (words[0] === before.name && words[1] === before.description) return before;
    const version = await renewList(transaction, userId, held);
    await em.execute('update game_lists set name = ?, description = ?, words_version = ? where id = ?', [
      ...words,
      version,
      id,
    ]);
    return ownList(em, userId, id);
  }, keptList(userId));
}

/** @throws CodedError 404 for a list that is not the user's */
export function removeList(work: Change, userId: string, id: string): Promise<null> {
  return work.transaction(async ({ em, tell }) => {
    await holdList(em, userId, id);
    await em.execute('delete from game_lists where id = ?', [id]);
    tellLists({ tell }, userId, id, null);
    return null;
  });
}
