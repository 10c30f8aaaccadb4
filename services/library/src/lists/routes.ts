import * as listCalls from '@nightshelf/contracts/calls/lists.ts';
import { returning, type Serve } from '../serve.ts';
import { changeList, listGameLists, makeList, readList, removeList } from './game-lists.ts';
import { addGames, moveGame, takeOut, writeNote } from './listed-games.ts';

const saved = 'List saved.';

export function listRoutes(serve: Serve): void {
  serve(listCalls.listGameLists, 'Your lists.', async ({ em, userId, query }) => ({
    lists: await listGameLists(em, userId, { entryId: query.entry_id }),
  }));
  serve(listCalls.makeGameList, saved, returning('list', makeList));
  serve(listCalls.readGameList, 'Your list.', readList);
  serve(listCalls.changeGameList, saved, returning('list', changeList));
  serve(listCalls.removeGameList, 'List deleted.', removeList);
  serve(listCalls.addToGameList, 'Added to the list.', addGames);
  serve(listCalls.setListNote, 'Note saved.', writeNote);
  serve(listCalls.removeFromGameList, 'Removed from the list.', returning('list', takeOut));
  serve(listCalls.moveInGameList, saved, returning('list', moveGame));
}
