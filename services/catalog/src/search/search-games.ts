import type { Game } from '@nightshelf/contracts';
import type { EntityManager } from '@nightshelf/platform';
import { listGames } from '../games/list-games.ts';
import { byName } from './by-name.ts';
import { Matches } from './matches.ts';
import { normalise, wordsOf } from './normalise.ts';
import { byCorrectedWords, byRegroupedWords, bySimilarWords, byWords } from './stages.ts';

const stages = [byName, byWords, byRegroupedWords, byCorrectedWords, bySimilarWords];

/** Further words are ignored: they would hardly narrow the search down. */
const maxWords = 8;

/**
 * Searches the stored games: exact names, then names that begin so, then names with words that begin so, then what was
 * probably meant; among equals those in more vaults first, then by name. A stage runs only while fewer than `limit` were found.
 * @param query anything; accents, case and punctuation do not matter
 * @returns at most `limit` games without their descriptions
 */
export async function searchGames(em: EntityManager, query: string, limit: number): Promise<Game[]> {
  const name = normalise(query);
  const words = wordsOf(name).slice(0, maxWords);
  if (words.length === 0) return [];
  const matches = new Matches(limit);
  for (const stage of stages) {
    if (matches.enough) break;
    matches.add(await stage(em, { name, words, limit: limit + matches.size, found: matches.size }));
  }
  return listGames(em, matches.guids());
}
