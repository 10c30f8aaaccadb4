import type { EntityManager } from '@nightshelf/platform/database/database.ts';

/** What a user has chosen to stand for them, in order. Some of it may have been removed, or be hidden from whoever looks. */
export async function chosenBy(em: EntityManager, userId: string): Promise<readonly string[]> {
  const [row] = await em.execute<{ entry_ids: string[] }[]>(
    'select to_json(entry_ids) as entry_ids from favourites where user_id = ?',
    [userId],
  );
  return row?.entry_ids ?? [];
}
