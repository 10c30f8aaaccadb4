import type { Game } from '@nightshelf/contracts/games.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { listGames } from '../games/list-games.ts';
import { findMatches } from './find-matches.ts';
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
export async function suggestGames(em: EntityManager, typed: string, limit: number): Promise<Game[]> {
  const { matches } = await findMatches(em, stages, typed, limit);
  return listGames(em, matches.guids());
}
