import type { EntityManager } from '@nightshelf/platform';
import { type MatchRow, toMatches } from './match-row.ts';
import type { Match } from './matches.ts';
import { tiers } from './tiers.ts';

interface NameTiers {
  readonly name: number;
  readonly alias: number;
  readonly beginning: number;
}

/**
 * Exact names, exact aliases, then names that begin so. Popular games are looked up in their own small table and the
 * others in the order of the index, so that one letter costs no more than a whole name.
 */
export async function byName(
  em: EntityManager,
  { name, limit }: { readonly name: string; readonly limit: number },
  tier: NameTiers = tiers.typed,
): Promise<Match[]> {
  const prefix = `${name}%`;
  return toMatches(
    await em.execute<MatchRow[]>(
      `(select g.guid, ${tier.name} as tier, coalesce(p.vaults, 0) as vaults, g.search_name as name
        from games g left join popularity p using (guid)
        where g.search_name = ? order by 3 desc, g.guid limit ?)
       union all
       (select g.guid, ${tier.alias}, coalesce(p.vaults, 0), g.search_name
        from games g left join popularity p using (guid)
        where g.search_aliases @> array[?]::text[] order by 3 desc, g.search_name limit ?)
       union all
       (select guid, ${tier.beginning}, vaults, search_name from popularity
        where search_name like ? order by vaults desc, search_name limit ?)
       union all
       (select guid, ${tier.beginning}, 0, search_name from games
        where search_name like ? order by search_name limit ?)`,
      [name, limit, name, limit, prefix, limit, prefix, limit],
    ),
  );
}
