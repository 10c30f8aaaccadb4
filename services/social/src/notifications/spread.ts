import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { Matter } from './notify.ts';

/**
 * Queues a notification to all affected users. A job sends it in its own transactions, so that no event or request
 * waits for it.
 */
export async function spread(em: EntityManager, { kind, actorId, guid }: Matter): Promise<void> {
  await em.execute(
    `insert into notification_spreads (kind, actor_id, guid) values (?, ?, ?)
     on conflict (kind, actor_id, guid) do nothing`,
    [kind, actorId, guid],
  );
}
