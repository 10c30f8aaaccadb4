import * as listCalls from '@nightshelf/contracts/calls/lists.ts';
import type { Serve } from '../serve.ts';
import { changeList, listGameLists, makeList, readList, removeList } from './game-lists.ts';
import { addGames, moveGame, takeOut, writeNote } from './listed-games.ts';

const saved = 'List saved.';

export function listRoutes(serve: Serve): void {
  serve(listCalls.listGameLists, 'Your lists.', async ({ em, userId, query }) => ({
    lists: await listGameLists(em, userId, { entryId: query.entry_id }),
  }));
  serve(listCalls.makeGameList, saved, async ({ userId, body, change }) => ({
    list: await makeList(change, userId, body),
  }));
  serve(listCalls.readGameList, 'Your list.', ({ em, userId, params, query }) =>
    readList(em, userId, params.id, query),
  );
  serve(listCalls.changeGameList, saved, async ({ userId, params: { id }, body, change }) => ({
    list: await changeList(change, { userId, id, change: body }),
  }));
  serve(listCalls.removeGameList, 'List deleted.', ({ userId, params, change }) =>
    removeList(change, userId, params.id),
  );
  serve(listCalls.addToGameList, 'Added to the list.', ({ userId, params: { id }, body, change }) =>
    addGames(change, { userId, id, entryIds: body.entry_ids }),
  );
  serve(listCalls.setListNote, 'Note saved.', ({ userId, params: { id, entry_id: entryId }, body, change }) =>
    writeNote(change, { userId, id, entryId, change: body }),
  );
  serve(listCalls.removeFromGameList, 'Removed from the list.', async ({ userId, params, change }) => ({
    list: await takeOut(change, userId, params.id, params.entry_id),
  }));
  serve(
    listCalls.moveInGameList,
    saved,
    async ({ userId, params: { id, entry_id: entryId }, body: place, change }) => ({
      list: await moveGame(change, { userId, id, entryId, place }),
    }),
  );
}
