import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { fame, type MatchRow, toMatches } from './match-row.ts';
import type { Match } from './matches.ts';

/** Candidates read before sorting, since some words occur in a twentieth of all games. */
export const maxCandidates = 2000;

/** Too common for an index lookup: candidates come from the other words and are only checked for these. */
export const common: ReadonlySet<string> = new Set([
  'a',
  'an',
  'and',
  'de',
  'for',
  'in',
  'la',
  'no',
  'of',
  'on',
  'the',
  'to',
  'vol',
  'disk',
]);

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
  return toMatches(
    await em.execute<MatchRow[]>(
      `(select guid, ?::int as tier, ${fame} as fame, search_name as name from popularity p
        where ${condition.join(' and ')} order by 3 desc, search_name limit ?)
       union all
       (select guid, ?::int, 0, search_name
        from (select guid, search_name from games where ${condition.join(' and ')} limit ?) candidates
        order by search_name limit ?)`,
      [tier, ...patterns, limit, tier, ...patterns, maxCandidates, limit],
    ),
  );
}
