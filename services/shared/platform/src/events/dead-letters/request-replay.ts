import type { EntityManager } from '../../database/database.ts';

/**
 * Has the service replay a dead letter, within seconds, for those who only have its database.
 * @returns false when there is none, or it has been replayed
 */
export async function requestReplay(em: EntityManager, id: string): Promise<boolean> {
  const rows = await em.transactional((change) =>
    change.execute<unknown[]>(
      `update dead_letters set retry_at = now() where id::text = ? and replayed_at is null returning 1`,
      [id],
    ),
  );
  return rows.length > 0;
}
