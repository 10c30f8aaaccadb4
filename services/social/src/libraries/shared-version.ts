import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { shownColumns } from './entry.ts';
import { isOwn } from './own-games.ts';

/** Digests by user and library version. Few private libraries are viewed at a time, but often. */
const known = new Map<string, string>();
const mostKnown = 1000;

/**
 * Returns the version of what a private library shows to others. It ignores hidden entries, so that others cannot
 * detect when the owner plays.
 * @param version of the whole library, read before
 */
export async function sharedVersion(em: EntityManager, userId: string, version: string): Promise<string> {
  const key = `${userId} ${version}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const [row] = await em.execute<{ digest: string }[]>(
    `select md5(
       coalesce(string_agg(md5(row(e.entry_id, ${shownColumns('e')}, g.summary, g.image_url, g.platform_names ->> e.platform_id::text)::text), ''
         order by e.entry_id), '') ||
       coalesce(string_agg(e.entry_id::text, ',' order by c.place) filter (where c.place is not null), '')) as digest
     from entries e join games g on g.guid = e.guid
     left join (
       favourites f cross join lateral unnest(f.entry_ids) with ordinality c (entry_id, place)
     ) on f.user_id = e.user_id and c.entry_id = e.entry_id
     where e.user_id = ? and e.is_shared and not ${isOwn('e.guid')}`,
    [userId],
  );
  const digest = row?.digest ?? '';
  known.set(key, digest);
  if (known.size > mostKnown) known.delete(known.keys().next().value ?? '');
  return digest;
}
