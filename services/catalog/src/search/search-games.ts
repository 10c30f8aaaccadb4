import type { Game } from '@nightshelf/contracts';
import type { EntityManager } from '@nightshelf/platform';
import { listGames } from '../games/list-games.ts';
import { byName } from './by-name.ts';
import { findMatches } from './find-matches.ts';
import { byCorrectedWords, byRegroupedWords, bySimilarWords, byWords } from './stages.ts';

const stages = [byName, byWords, byRegroupedWords, byCorrectedWords, bySimilarWords];

/**
 * Searches the stored games: exact names, then names that begin so, then names with words that begin so, then what was
 * probably meant; among equals those in more vaults first, then by name. A stage runs only while fewer than `limit` were found.
 * @param query anything; accents, case and punctuation do not matter
 * @returns at most `limit` games without their descriptions
 */
export async function searchGames(em: EntityManager, query: string, limit: number): Promise<Game[]> {
  const matches = await findMatches(em, stages, query, limit);
  return listGames(em, matches.guids());
}
