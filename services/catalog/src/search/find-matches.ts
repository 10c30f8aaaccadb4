import type { EntityManager } from '@nightshelf/platform';
import { Matches } from './matches.ts';
import { normalise, wordsOf } from './normalise.ts';
import type { Stage } from './stages.ts';

/** Further words are ignored: they would hardly narrow the search down. */
const maxWords = 8;

/** Goes through the stages, each of which runs only while fewer than `limit` games were found. */
export async function findMatches(
  em: EntityManager,
  stages: readonly Stage[],
  query: string,
  limit: number,
): Promise<Matches> {
  const name = normalise(query);
  const words = wordsOf(name).slice(0, maxWords);
  const matches = new Matches(limit);
  if (words.length === 0) return matches;
  for (const stage of stages) {
    if (matches.enough) break;
    matches.add(await stage(em, { name, words, limit: limit + matches.size, found: matches.size }));
  }
  return matches;
}
