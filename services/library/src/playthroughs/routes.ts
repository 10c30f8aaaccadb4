import * as playthroughCalls from '@nightshelf/contracts/calls/playthroughs.ts';
import type { Playthrough } from '@nightshelf/contracts/playthroughs.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import { route } from '@nightshelf/platform/http/route.ts';
import type { FastifyInstance } from 'fastify';
import { playersTimes } from './players-times.ts';
import { addPlaythrough, changePlaythrough, listPlaythroughs, playFigures, removePlaythrough } from './playthroughs.ts';

const success = true as const;
const saved = (playthrough: Playthrough) => ({ success, message: 'Playthrough saved.', playthrough });

export function playthroughRoutes(app: FastifyInstance, { work }: { readonly work: Work }): void {
  route(app, playthroughCalls.listPlaythroughs, async ({ identity, query }) => ({
    success,
    message: 'Your playthroughs.',
    ...(await listPlaythroughs(work.query(), identity.userId, query)),
  }));

  route(app, playthroughCalls.getPlayFigures, async ({ identity }) => {
    const figures = await playFigures(work.query(), identity.userId);
    return { success, message: 'Your finished games.', figures };
  });

  route(app, playthroughCalls.listPlayersTimes, async ({ query }) => ({
    success,
    message: 'Times of players on this site.',
    times: await playersTimes(work.query(), query.guids),
  }));

  route(app, playthroughCalls.addPlaythrough, async ({ identity, params, body, intent }) =>
    saved(await addPlaythrough(work.for(intent), identity.userId, params.id, body)),
  );

  route(app, playthroughCalls.changePlaythrough, async ({ identity, params, body, intent }) =>
    saved(await changePlaythrough(work.for(intent), identity.userId, params.id, body)),
  );

  route(app, playthroughCalls.removePlaythrough, async ({ identity, params, intent }) => {
    await removePlaythrough(work.for(intent), identity.userId, params.id);
    return { success, message: 'Playthrough removed.' };
  });
}
