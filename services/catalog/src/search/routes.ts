import * as catalogCalls from '@nightshelf/contracts/calls/catalog.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import { route } from '@nightshelf/platform/http/route.ts';
import type { FastifyInstance } from 'fastify';
import { searchGames } from './search-games.ts';
import { suggestGames } from './suggest-games.ts';

/** Browser cache lifetime of suggestions, in seconds. */
const fresh = 60;

export function searchRoutes(app: FastifyInstance, { work }: { readonly work: Work }): void {
  route(app, catalogCalls.searchGames, async ({ query }) => {
    const { games, didYouMean } = await searchGames(work.query(), query.q, query.limit);
    return { success: true, message: 'Stored games that match.', games, did_you_mean: didYouMean };
  });

  route(app, catalogCalls.suggestGames, async ({ query, reply }) => {
    // The response is the same for all users, but the gateway may add a caller's cookie.
    reply.header('cache-control', `private, max-age=${fresh}`);
    const games = await suggestGames(work.query(), query.q, query.limit);
    return { success: true, message: 'Similar stored games.', games };
  });
}
