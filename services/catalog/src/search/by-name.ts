import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { fame, type MatchRow, toMatches } from './match-row.ts';
import type { Match } from './matches.ts';
import { wordsOf } from './normalise.ts';
import { tiers } from './tiers.ts';

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
export async function byName(
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
