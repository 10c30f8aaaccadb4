import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { since } from './since.ts';

const changed = `
  select exists (
    select from changed_games c join entries e on e.user_id = ? and e.guid = c.guid where ${since('c.changed_xid')}
  ) as changed`;

/**
 * Returns whether a game of the user's library has changed since the snapshot.
 * @param known a `pg_snapshot`
 */
export async function haveGamesChanged(em: EntityManager, userId: string, known: string): Promise<boolean> {
  const [row] = await em.execute<{ changed: boolean }[]>(changed, [userId, known, known]);
  return row?.changed ?? true;
}
