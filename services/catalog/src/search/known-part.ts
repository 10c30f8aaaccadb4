import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { byParts, common } from './by-parts.ts';
import { maxWords } from './find-matches.ts';
import { normalise, wordsOf } from './normalise.ts';
import { deletesOf, isCorrectable, likeliest } from './spelling.ts';
import { asTheyAre } from './stages.ts';
import { tiers } from './tiers.ts';
import { nearbyWords, unknownWords } from './vocabulary.ts';

/** Returns the query's known words, corrected, when a game has them all and some words were dropped; else null. */
export async function knownPart(em: EntityManager, query: string): Promise<string | null> {
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
