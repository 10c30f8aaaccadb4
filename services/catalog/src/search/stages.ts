import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { lettersOf, wordsOf } from './normalise.ts';
import { corrections, knownWords, similarWords, unknownWords } from './vocabulary.ts';

export interface Match {
  readonly guid: string;
  /** Lower is better. */
  readonly tier: number;
  /** How well known the game is; higher is better. */
  readonly fame: number;
  readonly name: string;
}

/**
 * Fame of a row `p` of `popularity`: the catalogue's prominence plus the nightly vault step, so that no single vault
 * change is visible.
 */
const fame = '(coalesce(p.prominence, 0) + coalesce(p.step, 0))::float8';

/** How a game was found. Within a stage the lower number ranks first. */
export const tiers = {
  /**
   * The query is the name, an alias, or the beginning of the name; `known` for well-known games that begin with it or
   * contain all its words.
   */
  typed: { name: 0, alias: 1, known: 2, beginning: 3 },
  /** Every word of the query begins a word of the game. */
  everyWord: 4,
  /** Like `everyWord`, with other spacings: "pacman", "star craft". */
  otherSpaces: 5,
  /** Like `typed`, with typos corrected. */
  corrected: { name: 6, alias: 7, known: 8, beginning: 9 },
  /** Like `everyWord`, with typos replaced by the likeliest correction. */
  everyCorrectedWord: 10,
  /** Like `everyCorrectedWord`, with any likely correction. */
  everyLikelyWord: 11,
  /** Words similar to those of the query. */
  similarWords: 12,
} as const;

/** Candidates read before sorting, since some words occur in a twentieth of all games. */
const maxCandidates = 2000;

/** Too common for an index lookup: candidates come from the other words and are only checked for these. */
export const common: ReadonlySet<string> = new Set('a an and de for in la no of on the to vol disk'.split(' '));

/**
 * Finds games in which each part begins a word of the name or an alias. Reads popular games from a small table, so that
 * they are always found.
 * @param alternatives for each part its possible replacements: words, or words joined by a space
 * @returns up to twice `limit`, popular ones first
 */
export async function byParts(
  em: EntityManager,
  alternatives: readonly (readonly string[])[],
  tier: number,
  limit: number,
): Promise<Match[]> {
  const rare = alternatives.filter((near) => near.some((part) => !common.has(part)));
  const condition = alternatives.map((near) => {
    // This expression avoids the index, so that rows found by the other words are only checked for it.
    const column = rare.length > 0 && !rare.includes(near) ? "(search_text || '')" : 'search_text';
    return `(${near.map(() => `${column} like ?`).join(' or ')})`;
  });
  const patterns = alternatives.flat().map((part) => `% ${part}%`);
  return em.execute<Match[]>(
    `(select guid, ?::int as tier, ${fame} as fame, search_name as name from popularity p
        where ${condition.join(' and ')} order by 3 desc, search_name limit ?)
       union all
       (select guid, ?::int, 0, search_name
        from (select guid, search_name from games where ${condition.join(' and ')} limit ?) candidates
        order by search_name limit ?)`,
    [tier, ...patterns, limit, tier, ...patterns, maxCandidates, limit],
  );
}

/** Bonus in fame of a name that begins with the query over one that contains its words. */
const beginsSo = 0.75;

/**
 * Finds names and aliases equal to the query, well-known games that match it, then other names that begin with it.
 * Reads well-known games from a small table, so that one letter is as fast as a whole name.
 */
async function byName(
  em: EntityManager,
  name: string,
  tier: Readonly<Record<keyof typeof tiers.typed, number>>,
  limit: number,
): Promise<Match[]> {
  const prefix = `${name}%`;
  const words = wordsOf(name).map((word) => `% ${word}%`);
  return em.execute<Match[]>(
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
  );
}

interface SearchTerms {
  /** The whole query, normalised to letters, digits and single spaces, so that it contains no wildcards. */
  readonly name: string;
  readonly words: readonly string[];
  readonly limit: number;
}

interface Found {
  readonly matches: readonly Match[];
  /** Replacements for each word, likeliest first, when the words were changed. */
  readonly takenFor?: readonly (readonly string[])[];
}

export type Stage = (em: EntityManager, terms: SearchTerms) => Promise<Found>;

const nothing: Found = { matches: [] };

/** Allows each word only as it is. */
export const asTheyAre = (words: readonly string[]) => words.map((word) => [word]);

/** Names and aliases equal to the query, and names that begin with it. */
export const byWholeName: Stage = async (em, { name, limit }) => ({
  matches: await byName(em, name, tiers.typed, limit),
});

/** Names and aliases in which every word of the query begins a word. */
export const byWords: Stage = async (em, { words, limit }) => {
  // With a word that no game has, the index would scan long lists for nothing.
  if ((await unknownWords(em, words)).length > 0) return nothing;
  return { matches: await byParts(em, asTheyAre(words), tiers.everyWord, limit) };
};

const shortestPart = 3;

/** A query with one word split or two words joined. */
interface Regrouped {
  /** Words that must exist for this variant to be useful. */
  readonly needs: readonly string[];
  /** The resulting parts: words, and adjacent pairs of words. */
  readonly parts: readonly string[];
}

/** Returns the query's other spacings, since people type "pacman", "starcraft" and "half life" in various ways. */
function regroup(words: readonly string[]): Regrouped[] {
  return words.flatMap((word, at) => {
    const ways: Regrouped[] = [];
    const letters = lettersOf(word);
    for (let cut = shortestPart; cut <= letters.length - shortestPart; cut += 1) {
      const halves = [letters.slice(0, cut).join(''), letters.slice(cut).join('')];
      ways.push({ needs: halves, parts: words.toSpliced(at, 1, halves.join(' ')) });
    }
    const joined = words.slice(at, at + 2).join('');
    if (at + 1 < words.length) ways.push({ needs: [joined], parts: words.toSpliced(at, 2, joined) });
    return ways;
  });
}

/** Finds games by other spacings of the query that form known words: "pacman", "star craft". */
export const byRegroupedWords: Stage = async (em, { words, limit }) => {
  const ways = regroup(words);
  const needed = ways.flatMap(({ needs }) => needs);
  const known = await knownWords(em, needed);
  const sensible = ways.filter(({ needs }) => needs.every((word) => known.has(word))).slice(0, 3);
  const found = sensible.map(({ parts }) => byParts(em, asTheyAre(parts), tiers.otherSpaces, limit));
  return { matches: (await Promise.all(found)).flat() };
};

/** Finds games by the query with every unknown word replaced by the nearest known words. */
export const byCorrectedWords: Stage = async (em, { words, limit }) => {
  const corrected = await corrections(em, words);
  if (corrected.size === 0) return nothing;
  const alternatives = words.map((word) => corrected.get(word) ?? [word]);
  const firsts = alternatives.map(([first = '']) => first);
  const found = [
    ...(await byName(em, firsts.join(' '), tiers.corrected, limit)),
    ...(await byParts(em, asTheyAre(firsts), tiers.everyCorrectedWord, limit)),
  ];
  const likely = found.length >= limit ? [] : await byParts(em, alternatives, tiers.everyLikelyWord, limit);
  return { matches: [...found, ...likely], takenFor: alternatives };
};

/** The last resort: names with words similar to the query's, by trigrams. */
export const bySimilarWords: Stage = async (em, { words, limit }) => {
  // The longest words are the most specific; short ones would only exclude games.
  const longest = words
    .toSorted((a, b) => b.length - a.length)
    .slice(0, 3)
    .filter((word) => word.length > 3);
  const similar = await similarWords(em, longest);
  const alternatives = longest.map((word) => similar.get(word)).filter((alike) => alike !== undefined);
  if (alternatives.length === 0) return nothing;
  return { matches: await byParts(em, alternatives, tiers.similarWords, limit), takenFor: alternatives };
};
