import type { EntityManager } from '@nightshelf/platform';
import { byName } from './by-name.ts';
import { byParts } from './by-parts.ts';
import type { Match } from './matches.ts';
import { regroup } from './regroup.ts';
import { deletesOf, isCorrectable, likeliest } from './spelling.ts';
import { knownWords, nearbyWords, similarWords, unknownWords } from './vocabulary.ts';

export interface SearchTerms {
  /** The whole query, normalised: letters, digits and single spaces, so that it holds no wildcards. */
  readonly name: string;
  /** Its words; at least one. */
  readonly words: readonly string[];
  /** How many matches are wanted. */
  readonly limit: number;
  /** How many were found so far. */
  readonly found: number;
}

export type Stage = (em: EntityManager, terms: SearchTerms) => Promise<readonly Match[]>;

/** Names and aliases in which every word of the query begins a word. */
export const byWords: Stage = async (em, { words, limit }) => {
  // A misspelt word would have the index read long lists only to find that no game has all of it.
  if ((await unknownWords(em, words)).length > 0) return [];
  return byParts(
    em,
    words.map((word) => [word]),
    3,
    limit,
  );
};

/** The same with other spaces, where that makes words that games have: "pacman", "star craft". */
export const byRegroupedWords: Stage = async (em, { words, limit }) => {
  const ways = regroup(words);
  const known = await knownWords(
    em,
    ways.flatMap(({ needs }) => needs),
  );
  const sensible = ways.filter(({ needs }) => needs.every((word) => known.has(word))).slice(0, 3);
  const found = sensible.map(({ parts }) =>
    byParts(
      em,
      parts.map((part) => [part]),
      4,
      limit,
    ),
  );
  return (await Promise.all(found)).flat();
};

/** The same with every word that no game knows replaced by the known ones that are nearest to it. */
export const byCorrectedWords: Stage = async (em, { words, limit }) => {
  const nearby = await nearbyWords(em, words.filter(isCorrectable), deletesOf);
  if (nearby.size === 0) return [];
  const alternatives = words.map((word) => {
    const near = likeliest(word, nearby.get(word) ?? []);
    return near.length > 0 ? near : [word];
  });
  const [likely, all] = [alternatives.map(([first = '']) => first), alternatives];
  const exact = await byName(em, { name: likely.join(' '), limit });
  const found = [
    ...exact.map((match) => ({ ...match, tier: 5 + match.tier / 10 })),
    ...(await byParts(
      em,
      likely.map((word) => [word]),
      5.5,
      limit,
    )),
  ];
  return found.length >= limit ? found : [...found, ...(await byParts(em, all, 6, limit))];
};

/** When all else found nothing: names whose words resemble those of the query, by trigrams. */
export const bySimilarWords: Stage = async (em, { words, limit, found }) => {
  if (found > 0) return [];
  // The longest words say most; the others would only keep games out.
  const telling = words
    .toSorted((a, b) => b.length - a.length)
    .slice(0, 3)
    .filter((word) => word.length > 3);
  const similar = await similarWords(em, telling);
  if (similar.size === 0) return [];
  return byParts(
    em,
    telling.filter((word) => similar.has(word)).map((word) => similar.get(word) ?? [word]),
    7,
    limit,
  );
};
