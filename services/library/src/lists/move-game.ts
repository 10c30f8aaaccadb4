import type { GameList, PlaceInList } from '@nightshelf/contracts/game-lists.ts';
import { CodedError, invalid } from '@nightshelf/platform/errors/coded-error.ts';
import type { Change } from '@nightshelf/platform/idempotency/intended-work.ts';
import { holdList, ownList, renewList } from './game-lists.ts';
import { keptList } from './kept-list.ts';
import { putBeside } from './order.ts';
import { gameOfList, isInList, orderOf } from './read-list.ts';

interface Move {
  readonly userId: string;
  readonly id: string;
  readonly entryId: string;
  readonly place: PlaceInList;
}

/**
 * Moves a game beside another one, wherever that one is now, so that concurrent moves in one list are all kept.
 * @throws CodedError 404 for a list that is not the user's or a game that is not in it, 409 with the list and its order
 * when the neighbour is no longer in it
 */
export function moveGame(work: Change, { userId, id, entryId, place }: Move): Promise<GameList> {
  const [side, neighbour = ''] = place.before ? (['before', place.before] as const) : (['after', place.after] as const);
  if (neighbour.toLowerCase() === entryId.toLowerCase()) {
    throw invalid({ [side]: ['A game cannot be its own neighbor'] });
  }
  return work.transaction(async (transaction) => {
    const { em } = transaction;
    const held = await holdList(em, userId, id);
    await gameOfList(em, id, entryId);
    if (!(await isInList(em, id, neighbour))) {
      const message = 'The neighboring game is no longer in this list. The response has the current list.';
      const body = { list: await ownList(em, userId, id), entry_ids: await orderOf(em, id) };
      throw new CodedError(409, 'library.neighbour_gone', message, { body });
    }
    await putBeside(em, id, entryId, place);
    // Renews even an unchanged place: a client whose version is one behind then knows that nothing else has changed.
    await renewList(transaction, userId, held);
    return ownList(em, userId, id);
  }, keptList(userId));
}
