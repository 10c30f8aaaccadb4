import * as catalogCalls from '@nightshelf/contracts/calls/catalog.ts';
import type { Game } from '@nightshelf/contracts/games.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import { route } from '@nightshelf/platform/http/route.ts';
import type { FastifyInstance } from 'fastify';
import { listGames } from '../games/list-games.ts';
import { findMatches } from './find-matches.ts';
import { searchGames } from './search-games.ts';
import { byCorrectedWords, byRegroupedWords, byWholeName, byWords, onlyWhereNothingWasFound } from './stages.ts';

/** Corrections run only when nothing matches. Trigrams would guess at half-typed words. */
const stages = [
  byWholeName,
  byWords,
  onlyWhereNothingWasFound(byRegroupedWords),
  onlyWhereNothingWasFound(byCorrectedWords),
];

/**
 * Suggests games while a user types: names and aliases equal to the text or beginning with it, then those with words
 * that do.
 * @param typed any text; accents, case and punctuation do not matter
 * @returns at most `limit` stored games, the best known first among equals; asks no provider
 */
async function suggestGames(em: EntityManager, typed: string, limit: number): Promise<Game[]> {
  const { matches } = await findMatches(em, stages, typed, limit);
  return listGames(em, matches.guids());
}

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
