import * as listCalls from '@nightshelf/contracts/calls/lists.ts';
import type { GameList } from '@nightshelf/contracts/game-lists.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import { route } from '@nightshelf/platform/http/route.ts';
import type { FastifyInstance } from 'fastify';
import { changeList, listGameLists, makeList, readList, removeList } from './game-lists.ts';
import { addGames, moveGame, takeOut, writeNote } from './listed-games.ts';

const success = true as const;
const saved = (list: GameList) => ({ success, message: 'List saved.', list });

export function listRoutes(app: FastifyInstance, { work }: { readonly work: Work }): void {
  route(app, listCalls.listGameLists, async ({ identity, query }) => {
    const lists = await listGameLists(work.query(), identity.userId, { entryId: query.entry_id });
    return { success, message: 'Your lists.', lists };
  });

  route(app, listCalls.makeGameList, async ({ identity, body, intent }) =>
    saved(await makeList(work.for(intent), identity.userId, body)),
  );

  route(app, listCalls.readGameList, async ({ identity, params, query }) => {
    const list = await readList(work.query(), identity.userId, params.id, query);
    return { success, message: 'Your list.', ...list };
  });

  route(app, listCalls.changeGameList, async ({ identity: { userId }, params: { id }, body: change, intent }) =>
    saved(await changeList(work.for(intent), { userId, id, change })),
  );

  route(app, listCalls.removeGameList, async ({ identity, params, intent }) => {
    await removeList(work.for(intent), identity.userId, params.id);
    return { success, message: 'List deleted.' };
  });

  route(app, listCalls.addToGameList, async ({ identity: { userId }, params: { id }, body, intent }) => {
    const added = await addGames(work.for(intent), { userId, id, entryIds: body.entry_ids });
    return { success, message: 'Added to the list.', ...added };
  });

  route(app, listCalls.setListNote, async ({ identity: { userId }, params, body: change, intent }) => {
    const { id, entry_id: entryId } = params;
    const written = await writeNote(work.for(intent), { userId, id, entryId, change });
    return { success, message: 'Note saved.', ...written };
  });

  route(app, listCalls.removeFromGameList, async ({ identity, params: { id, entry_id }, intent }) => ({
    success,
    message: 'Removed from the list.',
    list: await takeOut(work.for(intent), identity.userId, id, entry_id),
  }));

  route(app, listCalls.moveInGameList, async ({ identity: { userId }, params, body: place, intent }) => {
    const { id, entry_id: entryId } = params;
    return saved(await moveGame(work.for(intent), { userId, id, entryId, place }));
  });
}
