import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { byParts } from './by-parts.ts';
import { fame, type MatchRow, toMatches } from './match-row.ts';
import type { Match } from './matches.ts';
import { wordsOf } from './normalise.ts';
import { regroup } from './regroup.ts';
import { deletesOf, isCorrectable, likeliest } from './spelling.ts';
import { tiers } from './tiers.ts';
import { knownWords, nearbyWords, similarWords, unknownWords } from './vocabulary.ts';

interface NameTiers {
  readonly name: number;
  readonly alias: number;
  readonly known: number;
  readonly beginning: number;
}

/** Bonus in fame of a name that begins with the query over one that contains its words. */
const beginsSo = 0.75;

/**
 * Finds names and aliases equal to the query, well-known games that match it, then other names that begin with it.
 * Reads well-known games from a small table, so that one letter is as fast as a whole name.
 */
async function byName(
  em: EntityManager,
  { name, limit }: { readonly name: string; readonly limit: number },
  tier: NameTiers = tiers.typed,
): Promise<Match[]> {
  const prefix = `${name}%`;
  const words = wordsOf(name).map((word) => `% ${word}%`);
  return toMatches(
    await em.execute<MatchRow[]>(
      `(select g.guid, ${tier.name} as tier, ${fame} as fame, g.search_name as name
        from games g left join popularity p using (guid)
        where g.search_name = ? order by 3 desc, g.guid limit ?)
       union all
       (select g.guid, ${tier.alias}, ${fame}, g.search_name
        from games g left join popularity p using (guid)
        where g.title_keys @> array[?]::text[] and g.search_name <> ? order by 3 desc, g.search_name limit ?)
       union all
       (select guid, ${tier.known}, ${fame} + case when search_name like ? then ${beginsSo} else 0 end, search_name
        from popularity p where ${words.map(() => 'search_text like ?').join(' and ')}
          and p.prominence + p.step > 0 order by 3 desc, search_name limit ?)
       union all
       (select guid, ${tier.beginning}, 0, search_name from games
        where search_name like ? order by search_name limit ?)`,
      [name, limit, name.replaceAll(' ', ''), name, limit, prefix, ...words, limit, prefix, limit],
    ),
  );
}

export interface SearchTerms {
  /** The whole query, normalised to letters, digits and single spaces, so that it contains no wildcards. */
  readonly name: string;
  readonly words: readonly string[];
  readonly limit: number;
  readonly found: number;
}

export interface Found {
  readonly matches: readonly Match[];
  /** Replacements for each word, likeliest first, when the words were changed. */
  readonly takenFor?: readonly (readonly string[])[];
}

export type Stage = (em: EntityManager, terms: SearchTerms) => Promise<Found>;

const nothing: Found = { matches: [] };

export const onlyWhereNothingWasFound =
  (stage: Stage): Stage =>
  async (em, terms) =>
    terms.found > 0 ? nothing : stage(em, terms);

/** Allows each word only as it is. */
export const asTheyAre = (words: readonly string[]) => words.map((word) => [word]);

/** Names and aliases equal to the query, and names that begin with it. */
export const byWholeName: Stage = async (em, { name, limit }) => ({ matches: await byName(em, { name, limit }) });

/** Names and aliases in which every word of the query begins a word. */
export const byWords: Stage = async (em, { words, limit }) => {
  // With a word that no game has, the index would scan long lists for nothing.
  if ((await unknownWords(em, words)).length > 0) return nothing;
  return { matches: await byParts(em, asTheyAre(words), tiers.everyWord, limit) };
};

/** The same with other spacings that form known words: "pacman", "star craft". */
export const byRegroupedWords: Stage = async (em, { words, limit }) => {
  const ways = regroup(words);
  const known = await knownWords(
    em,
    ways.flatMap(({ needs }) => needs),
  );
  const sensible = ways.filter(({ needs }) => needs.every((word) => known.has(word))).slice(0, 3);
  const found = sensible.map(({ parts }) => byParts(em, asTheyAre(parts), tiers.otherSpaces, limit));
  return { matches: (await Promise.all(found)).flat() };
};

/** The same with every unknown word replaced by the nearest known words. */
export const byCorrectedWords: Stage = async (em, { words, limit }) => {
  const nearby = await nearbyWords(em, words.filter(isCorrectable), deletesOf);
  if (nearby.size === 0) return nothing;
  const corrections = words.map((word) => {
    const likely = likeliest(word, nearby.get(word) ?? []);
    return likely.length > 0 ? likely : [word];
  });
  const firsts = corrections.map(([first = '']) => first);
  const found = [
    ...(await byName(em, { name: firsts.join(' '), limit }, tiers.corrected)),
    ...(await byParts(em, asTheyAre(firsts), tiers.everyCorrectedWord, limit)),
  ];
  const likely = found.length >= limit ? [] : await byParts(em, corrections, tiers.everyLikelyWord, limit);
  return { matches: [...found, ...likely], takenFor: corrections };
};

/** The last resort: names with words similar to the query's, by trigrams. */
export const bySimilarWords: Stage = async (em, { words, limit, found }) => {
  if (found > 0) return nothing;
  // The longest words are the most specific; short ones would only exclude games.
  const longest = words
    .toSorted((a, b) => b.length - a.length)
    .slice(0, 3)
    .filter((word) => word.length > 3);
  const similar = await similarWords(em, longest);
  const alternatives = longest.flatMap((word) => {
    const alike = similar.get(word);
    return alike ? [alike] : [];
  });
  if (alternatives.length === 0) return nothing;
  return { matches: await byParts(em, alternatives, tiers.similarWords, limit), takenFor: alternatives };
};
