import type * as listCalls from '@nightshelf/contracts/calls/lists.ts';
import { listRules } from '@nightshelf/contracts/list-rules.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { CodedError, conflict, invalid } from '@nightshelf/platform/errors/coded-error.ts';
import { holdEntries } from '../entries/own-entry.ts';
import { type Fields, keptFields, type RequestOf } from '../serve.ts';
import { countOf } from '../sql.ts';
import {
  findGameOfList,
  gameOfList,
  holdList,
  holdLists,
  isOutdated,
  keptGame,
  keptList,
  ownList,
  renewList,
} from './game-lists.ts';
import { orderOf, putBeside, rankGap } from './order.ts';

/** Adds games of the vault to the end of a list, in the given order; games that are in it keep their place. */
export function addGames({ userId, params: { id }, body, change }: RequestOf<typeof listCalls.addToGameList>) {
  const entryIds = [...new Set(body.entry_ids.map((entryId) => entryId.toLowerCase()))];
  return change.transaction(
    async (transaction) => {
      const { em } = transaction;
      await holdLists(em, userId);
      // Locks entries before the list, like a removal from the vault, to prevent deadlocks.
      await holdEntries(em, userId, entryIds);
      const held = await holdList(em, userId, id);
      const added = await em.execute<object[]>(
        `insert into listed_games (list_id, entry_id, rank, note_version)
         select ?::uuid, new.entry_id::uuid, coalesce(last.rank, 0) + new.place * ?::bigint, ?::int
         from jsonb_array_elements_text(?::jsonb) with ordinality as new (entry_id, place),
           (select max(rank) as rank from listed_games where list_id = ?) last
         on conflict (list_id, entry_id) do nothing returning 1`,
        [id, rankGap, held.version + 1, JSON.stringify(entryIds), id],
      );
      if ((await countOf(em, 'listed_games where list_id = ?', [id])) > listRules.games) {
        throw conflict('library.list_full', `A list holds at most ${listRules.games} games.`);
      }
      if (added.length > 0) {
        await refuseOverfullLists(em, userId);
        await renewList(transaction, userId, held);
      }
      return { list: await ownList(em, userId, id), added: added.length };
    },
    keptFields<Fields<typeof listCalls.addToGameList>>({ list: keptList(userId) }),
  );
}

async function refuseOverfullLists(em: EntityManager, userId: string): Promise<void> {
  const all = 'listed_games where list_id in (select id from game_lists where user_id = ?)';
  if ((await countOf(em, all, [userId])) > listRules.places) {
    const most = listRules.places.toLocaleString('en');
    throw conflict('library.lists_full', `Your lists hold at most ${most} games together. Remove some to add more.`);
  }
}

export const takeOut = ({ userId, params, change }: RequestOf<typeof listCalls.removeFromGameList>) =>
  change.transaction(async (transaction) => {
    const { em } = transaction;
    const { id, entry_id: entryId } = params;
    const held = await holdList(em, userId, id);
    await gameOfList(em, id, entryId);
    await em.execute('delete from listed_games where list_id = ? and entry_id = ?', [id, entryId]);
    await renewList(transaction, userId, held);
    return ownList(em, userId, id);
  }, keptList(userId));

/** Moves a game beside another one, wherever that one is now, so that concurrent moves in one list are all kept. */
export function moveGame({ userId, params, body: place, change }: RequestOf<typeof listCalls.moveInGameList>) {
  const { id, entry_id: entryId } = params;
  const [side, neighbour = ''] = place.before ? (['before', place.before] as const) : (['after', place.after] as const);
  if (neighbour.toLowerCase() === entryId.toLowerCase()) {
    throw invalid({ [side]: ['A game cannot be its own neighbor'] });
  }
  return change.transaction(async (transaction) => {
    const { em } = transaction;
    const held = await holdList(em, userId, id);
    await gameOfList(em, id, entryId);
    if (!(await findGameOfList(em, id, neighbour))) {
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

export function writeNote({ userId, params, body, change }: RequestOf<typeof listCalls.setListNote>) {
  const { id, entry_id: entryId } = params;
  const note = body.note || null;
  return change.transaction(
    async (transaction) => {
      const { em } = transaction;
      const held = await holdList(em, userId, id);
      const { game, noteVersion } = await gameOfList(em, id, entryId);
      if (isOutdated(body.if_version, noteVersion, held)) {
        const message = 'This note was changed elsewhere.';
        throw new CodedError(409, 'library.note_changed', message, { body: { game } });
      }
      if (note !== game.note) {
        const version = await renewList(transaction, userId, held);
        await em.execute('update listed_games set note = ?, note_version = ? where list_id = ? and entry_id = ?', [
          ...[note, version, id, entryId],
        ]);
      }
      return { list: await ownList(em, userId, id), game: { ...game, note } };
    },
    keptFields<Fields<typeof listCalls.setListNote>>({ list: keptList(userId), game: keptGame(id) }),
  );
}
