import type { Game } from '@nightshelf/contracts/games.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { listGames } from '../games/list-games.ts';
import { findMatches } from './find-matches.ts';
import { knownPart } from './known-part.ts';
import { byCorrectedWords, byRegroupedWords, bySimilarWords, byWholeName, byWords } from './stages.ts';

const stages = [byWholeName, byWords, byRegroupedWords, byCorrectedWords, bySimilarWords];

interface SearchedGames {
  readonly games: Game[];
  /** What was probably meant, where no game answers to the query as it is; the games, if any, answer to that. */
  readonly didYouMean: string | null;
}

/**
 * Searches the stored games: exact names, then names that begin so, then names with words that begin so, then what was
 * probably meant; among equals the best known first, then by name. A stage runs only while fewer than `limit` were found.
 * @param query anything; accents, case and punctuation do not matter
 * @returns at most `limit` games without their descriptions
 */
export async function searchGames(em: EntityManager, query: string, limit: number): Promise<SearchedGames> {
  const { matches, meant } = await findMatches(em, stages, query, limit);
  const didYouMean = matches.size > 0 ? meant : await knownPart(em, query);
  return { games: await listGames(em, matches.guids()), didYouMean };
}
