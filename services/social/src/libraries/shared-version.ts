import type { EntityManager } from '@nightshelf/platform';

/** Digests by user and version of the library; few private libraries are open at a time, and those are asked for often. */
const known = new Map<string, string>();
const mostKnown = 1000;

/**
 * Version of what a private library shows to others: the same while only hidden entries change, so that nobody can watch
 * from outside when its owner plays.
 * @param version of the whole library, read before
 */
export async function sharedVersion(em: EntityManager, userId: string, version: string): Promise<string> {
  const key = `${userId} ${version}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const [row] = await em.execute<{ digest: string }[]>(
    `select md5(coalesce(string_agg(md5(row(e, g.summary, g.image_url, g.platform_names ->> e.platform_id::text)::text), ''
       order by e.entry_id), '')) as digest
     from entries e join games g on g.guid = e.guid
     where e.user_id = ? and e.is_shared`,
    [userId],
  );
  const digest = row?.digest ?? '';
  known.set(key, digest);
  if (known.size > mostKnown) known.delete(known.keys().next().value ?? '');
  return digest;
}
