import type { Game } from '@nightshelf/contracts/games.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { listGames } from '../games/list-games.ts';
import { findMatches } from './find-matches.ts';
import { byCorrectedWords, byRegroupedWords, byWholeName, byWords, onlyWhereNothingWasFound } from './stages.ts';

/** What the letters say so far; only where that is nothing, what may have been meant. Trigrams would guess at half a word. */
const stages = [
  byWholeName,
  byWords,
  onlyWhereNothingWasFound(byRegroupedWords),
  onlyWhereNothingWasFound(byCorrectedWords),
];

/**
 * What somebody may mean who is typing: names and aliases that are so or begin so, then those with words that begin so.
 * @param typed anything; accents, case and punctuation do not matter
 * @returns at most `limit` stored games, the best known first among equals; the provider is not asked
 */
export async function suggestGames(em: EntityManager, typed: string, limit: number): Promise<Game[]> {
  const { matches } = await findMatches(em, stages, typed, limit);
  return listGames(em, matches.guids());
}
