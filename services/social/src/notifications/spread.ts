import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { Matter } from './notify.ts';

/**
 * Has the job tell of something to everybody whom it concerns, in transactions of their own, so that neither an event nor a
 * request waits for that. What is on its way already is not begun again.
 */
export async function spread(em: EntityManager, { kind, actorId, guid }: Matter): Promise<void> {
  await em.execute(
    `insert into notification_spreads (kind, actor_id, guid) values (?, ?, ?)
     on conflict (kind, actor_id, guid) do nothing`,
    [kind, actorId, guid],
  );
}
