import * as ownGameCalls from '@nightshelf/contracts/calls/own-games.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import { route } from '@nightshelf/platform/http/route.ts';
import type { FastifyInstance } from 'fastify';
import { because, callerAsCause } from '../history/cause.ts';
import { readCover, removeCover, setCover } from './covers.ts';
import { addOwnGame, mergeOwnGame, ownGameOf, undoMerge, updateOwnGame } from './own-games.ts';

const success = true as const;
const message = 'Your game.';

export function ownGameRoutes(app: FastifyInstance, { work }: { readonly work: Work }): void {
  route(app, ownGameCalls.addOwnGame, async ({ identity, body, intent }) => {
    const change = because(callerAsCause(identity), work.for(intent));
    return { success, message: 'Added to your vault.', user_game: await addOwnGame(change, identity.userId, body) };
  });

  route(app, ownGameCalls.getOwnGame, async ({ identity, params }) => ({
    ...{ success, message },
    game: await ownGameOf(work.query(), identity.userId, params.guid),
  }));

  route(app, ownGameCalls.updateOwnGame, async ({ identity, params, body, intent }) => ({
    ...{ success, message },
    game: await updateOwnGame(work.for(intent), identity.userId, params.guid, body),
  }));

  route(app, ownGameCalls.setOwnCover, async ({ identity: { userId }, params: { guid }, body, intent }) => ({
    ...{ success, message },
    game: await setCover(work.for(intent), { userId, guid, image: body.image }),
  }));

  route(app, ownGameCalls.removeOwnCover, async ({ identity, params, intent }) => ({
    ...{ success, message },
    game: await removeCover(work.for(intent), identity.userId, params.guid),
  }));

  route(app, ownGameCalls.getOwnCover, async ({ identity, params, reply }) => {
    const image = await readCover(work.query(), identity.userId, params.guid);
    // The address changes with the image, so it never expires; shared caches must not store it.
    return reply.type('image/webp').header('cache-control', 'private, max-age=31536000, immutable').send(image);
  });

  route(app, ownGameCalls.mergeOwnGame, async ({ identity: { userId }, params: { guid }, body: { into }, intent }) => ({
    ...{ success, message: 'Merged.' },
    user_game: await mergeOwnGame(work.for(intent), { userId, guid, into }),
  }));

  route(app, ownGameCalls.undoMerge, async ({ identity, params, intent }) => ({
    ...{ success, message: 'The merge is undone.' },
    user_game: await undoMerge(work.for(intent), identity.userId, params.guid),
  }));
}
