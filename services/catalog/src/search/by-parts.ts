import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { fame, type MatchRow, toMatches } from './match-row.ts';
import type { Match } from './matches.ts';

/** Most games that are looked at before they are sorted: some words are in a twentieth of all games. */
export const maxCandidates = 2000;

/** Too common to look anything up by: games are looked up by the other words and only checked for these. */
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
 * The games that have all of some parts, each of which begins a word of the name or of an alias. Popular games are
 * looked up in their own small table, so that they are found however many others there are.
 * @param alternatives for each part what may stand in its place: words, or words with a space between them
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
    // The index is not used for this expression: the rows found by the other words are checked for it.
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
