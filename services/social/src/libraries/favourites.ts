import type { EntityManager } from '@nightshelf/platform/database/database.ts';

/** Returns the entry ids of a user's favourites, in order, including removed and hidden entries. */
export async function chosenBy(em: EntityManager, userId: string): Promise<readonly string[]> {
  const [row] = await em.execute<{ entry_ids: string[] }[]>(
    'select to_json(entry_ids) as entry_ids from favourites where user_id = ?',
    [userId],
  );
  return row?.entry_ids ?? [];
}
