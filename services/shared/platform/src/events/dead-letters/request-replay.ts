import type { EntityManager } from '../../database/database.ts';

/**
 * Makes the service replay a dead letter within seconds, for callers that only have its database.
 * @returns false when it does not exist or has been replayed
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
