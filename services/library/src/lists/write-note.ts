import type { CallRequest } from '@nightshelf/contracts/call.ts';
import type * as listCalls from '@nightshelf/contracts/calls/lists.ts';
import type { GameList, ListedGame } from '@nightshelf/contracts/game-lists.ts';
import { CodedError } from '@nightshelf/platform/errors/coded-error.ts';
import type { Change } from '@nightshelf/platform/idempotency/intended-work.ts';
import { holdList, ownList, renewList } from './game-lists.ts';
import { keptWithList } from './kept-list.ts';
import { gameOfList } from './read-list.ts';

interface Note {
  readonly userId: string;
  readonly id: string;
  readonly entryId: string;
  readonly change: CallRequest<typeof listCalls.setListNote>['body'];
}

/**
 * Changes the note of a game in a list.
 * @throws CodedError 404 for a list that is not the user's or a game that is not in it, 409 with the game when its note
 * changed since `if_version`
 */
export function writeNote(
  work: Change,
  { userId, id, entryId, change }: Note,
): Promise<{ list: GameList; game: ListedGame }> {
  const { if_version: ifVersion } = change;
  const note = change.note || null;
  return work.transaction(async (transaction) => {
    const { em } = transaction;
    const held = await holdList(em, userId, id);
    const { game, noteVersion } = await gameOfList(em, id, entryId);
    if (ifVersion !== undefined && (ifVersion < noteVersion || ifVersion > held.version)) {
      const message = 'This note was changed elsewhere.';
      throw new CodedError(409, 'library.note_changed', message, { body: { game } });
    }
    if (note !== game.note) {
      const version = await renewList(transaction, userId, held);
      await em.execute('update listed_games set note = ?, note_version = ? where list_id = ? and entry_id = ?', [
        note,
        version,
        id,
        entryId,
      ]);
    }
    return { list: await ownList(em, userId, id), game: { ...game, note } };
  }, keptWithList(userId));
}
