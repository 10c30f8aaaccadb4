import * as listCalls from '@nightshelf/contracts/calls/lists.ts';
import type { Serve } from '../serve.ts';
import { changeList, listGameLists, makeList, readList, removeList } from './game-lists.ts';
import { addGames, moveGame, takeOut, writeNote } from './listed-games.ts';

const saved = 'List saved.';

export function listRoutes(serve: Serve): void {
  serve(listCalls.listGameLists, 'Your lists.', async ({ em, userId, query }) => ({
    lists: await listGameLists(em, userId, { entryId: query.entry_id }),
  }));
  serve(listCalls.makeGameList, saved, async (request) => ({ list: await makeList(request) }));
  serve(listCalls.readGameList, 'Your list.', ({ em, userId, params, query }) =>
    readList(em, userId, params.id, query),
  );
  serve(listCalls.changeGameList, saved, async (request) => ({ list: await changeList(request) }));
  serve(listCalls.removeGameList, 'List deleted.', removeList);
  serve(listCalls.addToGameList, 'Added to the list.', addGames);
  serve(listCalls.setListNote, 'Note saved.', writeNote);
  serve(listCalls.removeFromGameList, 'Removed from the list.', async (request) => ({ list: await takeOut(request) }));
  serve(listCalls.moveInGameList, saved, async (request) => ({ list: await moveGame(request) }));
}
