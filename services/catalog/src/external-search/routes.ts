import * as catalogCalls from '@nightshelf/contracts/calls/catalog.ts';
import { clientOf } from '@nightshelf/platform/http/client.ts';
import { route } from '@nightshelf/platform/http/route.ts';
import type { FastifyInstance } from 'fastify';
import { askerOf } from '../providers/limits/asker.ts';
import { cacheSearchResults } from './cache-search-results.ts';
import { type ExternalSearchParts, searchExternalGames } from './search-external-games.ts';

export function externalSearchRoutes(app: FastifyInstance, parts: ExternalSearchParts): void {
  route(app, catalogCalls.searchExternalGames, async ({ query: { q, limit }, identity, request }) => {
    const asker = askerOf(identity, clientOf(request));
    return { success: true, ...(await searchExternalGames(parts, { query: q, limit, asker })) };
  });

  route(app, catalogCalls.cacheSearchResults, async ({ body, intent }) => {
    const games = await cacheSearchResults(
      { work: parts.work.for(intent), found: parts.found },
      body.results.map(({ guid }) => guid),
    );
    return { success: true, message: 'Games stored.', cached_count: games.length, games };
  });
}
