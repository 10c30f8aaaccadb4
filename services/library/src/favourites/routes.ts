import * as favouriteCalls from '@nightshelf/contracts/calls/favourites.ts';
import type { Favourites } from '@nightshelf/contracts/favourites.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import { route } from '@nightshelf/platform/http/route.ts';
import type { FastifyInstance } from 'fastify';
import { chooseFavourites, favouritesOf } from './favourites.ts';

const answered = (favourites: Favourites) => ({ success: true as const, message: 'Your favorites.', favourites });

export function favouriteRoutes(app: FastifyInstance, { work }: { readonly work: Work }): void {
  route(app, favouriteCalls.getFavourites, async ({ identity }) =>
    answered(await favouritesOf(work.query(), identity.userId)),
  );

  route(app, favouriteCalls.chooseFavourites, async ({ identity, body, intent }) =>
    answered(await chooseFavourites(work.for(intent), identity.userId, body)),
  );
}
