import { catalogCalls } from '@nightshelf/contracts';
import { route } from '@nightshelf/platform';
import type { FastifyInstance } from 'fastify';
import { cacheSearchResults } from './cache-search-results.ts';
import { type ExternalSearchParts, searchExternalGames } from './search-external-games.ts';

export function externalSearchRoutes(app: FastifyInstance, parts: ExternalSearchParts): void {
  route(app, catalogCalls.searchExternalGames, async ({ query }) => ({
    success: true,
    message: 'The game database found these.',
    ...(await searchExternalGames(parts, query.q, query.limit)),
  }));

  route(app, catalogCalls.cacheSearchResults, async ({ body, intent }) => {
    const games = await cacheSearchResults(
      { work: parts.work.for(intent), found: parts.found },
      body.results.map(({ guid }) => guid),
    );
    return { success: true, message: 'These games are stored now.', cached_count: games.length, games };
  });
}
