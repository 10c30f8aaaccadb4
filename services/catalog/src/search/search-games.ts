import type { Game } from '@nightshelf/contracts/games.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { listGames } from '../games/list-games.ts';
import { findMatches } from './find-matches.ts';
import { knownPart } from './known-part.ts';
import { byCorrectedWords, byRegroupedWords, bySimilarWords, byWholeName, byWords } from './stages.ts';

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
