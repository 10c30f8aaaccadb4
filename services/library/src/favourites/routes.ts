import { type Favourites, favouriteCalls } from '@nightshelf/contracts';
import { route, type Work } from '@nightshelf/platform';
import type { FastifyInstance } from 'fastify';
import { chooseFavourites } from './choose-favourites.ts';
import { favouritesOf } from './favourites.ts';

const answered = (favourites: Favourites) => ({ success: true as const, message: 'Your favourites.', favourites });

export function favouriteRoutes(app: FastifyInstance, { work }: { readonly work: Work }): void {
  route(app, favouriteCalls.getFavourites, async ({ identity }) =>
    answered(await favouritesOf(work.query(), identity.userId)),
  );

  route(app, favouriteCalls.chooseFavourites, async ({ identity, body, intent }) =>
    answered(await chooseFavourites(work.for(intent), identity.userId, body)),
  );
}
