import * as catalogCalls from '@nightshelf/contracts/calls/catalog.ts';
import type { Game } from '@nightshelf/contracts/games.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import { route } from '@nightshelf/platform/http/route.ts';
import type { FastifyInstance } from 'fastify';
import { listGames } from '../games/stored-game.ts';
import { findMatches, maxWords } from './find-matches.ts';
import { normalise, wordsOf } from './normalise.ts';
import { deletesOf, isCorrectable, likeliest } from './spelling.ts';
import {
  asTheyAre,
  byCorrectedWords,
  byParts,
  byRegroupedWords,
  bySimilarWords,
  byWholeName,
  byWords,
  common,
  onlyWhereNothingWasFound,
  tiers,
} from './stages.ts';
import { nearbyWords, unknownWords } from './vocabulary.ts';

/** Returns the query's known words, corrected, when a game has them all and some words were dropped; else null. */
async function knownPart(em: EntityManager, query: string): Promise<string | null> {
  const words = wordsOf(normalise(query)).slice(0, maxWords);
  if (words.length < 2) return null;
  const unknown = new Set(await unknownWords(em, words));
  const nearby = await nearbyWords(em, [...unknown].filter(isCorrectable), deletesOf);
  const known = words.flatMap((word) =>
    unknown.has(word) ? likeliest(word, nearby.get(word) ?? []).slice(0, 1) : [word],
  );
  if (known.length === words.length || known.every((word) => common.has(word))) return null;
  const [game] = await byParts(em, asTheyAre(known), tiers.everyCorrectedWord, 1);
  return game ? known.join(' ') : null;
}

const searchStages = [byWholeName, byWords, byRegroupedWords, byCorrectedWords, bySimilarWords];

interface SearchedGames {
  readonly games: Game[];
  /** The corrected query when nothing matches the original; the games, if any, match the correction. */
  readonly didYouMean: string | null;
}

/**
 * Searches the stored games: exact names, then names that begin with the query, then words that do, then corrections;
 * within each the best known first.
 * @param query any text; accents, case and punctuation do not matter
 * @returns at most `limit` games without their descriptions
 */
export async function searchGames(em: EntityManager, query: string, limit: number): Promise<SearchedGames> {
  const { matches, meant } = await findMatches(em, searchStages, query, limit);
  const didYouMean = matches.size > 0 ? meant : await knownPart(em, query);
  return { games: await listGames(em, matches.guids()), didYouMean };
}

/** Corrections run only when nothing matches. Trigrams would guess at half-typed words. */
const suggestionStages = [
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
  const { matches } = await findMatches(em, suggestionStages, typed, limit);
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
