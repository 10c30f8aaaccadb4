import type { Game } from '@nightshelf/contracts/games.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { listGames } from '../games/list-games.ts';
import { byParts, common } from './by-parts.ts';
import { findMatches, maxWords } from './find-matches.ts';
import { normalise, wordsOf } from './normalise.ts';
import { deletesOf, isCorrectable, likeliest } from './spelling.ts';
import { asTheyAre, byCorrectedWords, byRegroupedWords, bySimilarWords, byWholeName, byWords } from './stages.ts';
import { tiers } from './tiers.ts';
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

const stages = [byWholeName, byWords, byRegroupedWords, byCorrectedWords, bySimilarWords];

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
  const { matches, meant } = await findMatches(em, stages, query, limit);
  const didYouMean = matches.size > 0 ? meant : await knownPart(em, query);
  return { games: await listGames(em, matches.guids()), didYouMean };
}
