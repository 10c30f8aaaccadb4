import * as ownGameCalls from '@nightshelf/contracts/calls/own-games.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import { route } from '@nightshelf/platform/http/route.ts';
import type { FastifyInstance } from 'fastify';
import { because, callerAsCause } from '../history/cause.ts';
import { serving } from '../serve.ts';
import { readCover, removeCover, setCover } from './covers.ts';
import { addOwnGame, mergeOwnGame, ownGameOf, undoMerge, updateOwnGame } from './own-games.ts';

const message = 'Your game.';

export function ownGameRoutes(app: FastifyInstance, work: Work): void {
  const serve = serving(app, work);
  serve(ownGameCalls.addOwnGame, 'Added to your vault.', async ({ identity, userId, body, change }) => ({
    user_game: await addOwnGame(because(callerAsCause(identity), change), userId, body),
  }));
  serve(ownGameCalls.getOwnGame, message, async ({ em, userId, params }) => ({
    game: await ownGameOf(em, userId, params.guid),
  }));
  serve(ownGameCalls.updateOwnGame, message, async ({ userId, params, body, change }) => ({
    game: await updateOwnGame(change, userId, params.guid, body),
  }));
  serve(ownGameCalls.setOwnCover, message, async ({ userId, params: { guid }, body: { image }, change }) => ({
    game: await setCover(change, { userId, guid, image }),
  }));
  serve(ownGameCalls.removeOwnCover, message, async ({ userId, params, change }) => ({
    game: await removeCover(change, userId, params.guid),
  }));
  route(app, ownGameCalls.getOwnCover, async ({ identity, params, reply }) => {
    const image = await readCover(work.query(), identity.userId, params.guid);
    // The address changes with the image, so it never expires; shared caches must not store it.
    return reply.type('image/webp').header('cache-control', 'private, max-age=31536000, immutable').send(image);
  });
  serve(ownGameCalls.mergeOwnGame, 'Merged.', async ({ userId, params: { guid }, body: { into }, change }) => ({
    user_game: await mergeOwnGame(change, { userId, guid, into }),
  }));
  serve(ownGameCalls.undoMerge, 'The merge is undone.', async ({ userId, params, change }) => ({
    user_game: await undoMerge(change, userId, params.guid),
  }));
}
