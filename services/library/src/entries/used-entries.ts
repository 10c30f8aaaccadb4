import type { EntityManager } from '@nightshelf/platform/database/database.ts';

/** Returns the entries with a playthrough, session, list place or favourite. The caller must hold their locks. */
export async function usedAmong(
  em: EntityManager,
  userId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const used = await em.execute<{ id: string }[]>(
    `select id from jsonb_array_elements_text(?::jsonb) as w (id)
     where exists (select from playthroughs where entry_id = w.id::uuid)
        or exists (select from play_sessions where entry_id = w.id::uuid)
        or exists (select from listed_games where entry_id = w.id::uuid)
        or exists (select from favourites where user_id = ? and w.id::uuid = any (entry_ids))`,
    [JSON.stringify(ids), userId],
  );
  return new Set(used.map(({ id }) => id));
}
