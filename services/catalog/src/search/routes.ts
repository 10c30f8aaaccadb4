import { catalogCalls } from '@nightshelf/contracts';
import { route, type Work } from '@nightshelf/platform';
import type { FastifyInstance } from 'fastify';
import { searchGames } from './search-games.ts';

export function searchRoutes(app: FastifyInstance, { work }: { readonly work: Work }): void {
  route(app, catalogCalls.searchGames, async ({ query }) => ({
    success: true,
    message: 'These stored games match.',
    games: await searchGames(work.query(), query.q, query.limit),
  }));
}
