import { userDeleted } from '@nightshelf/contracts/events/users.ts';
import type { EntityManager } from '../database/database.ts';
import { isNotAgain } from '../events/outbox/outbox-table.ts';

/** Minimum time that published events are kept, for a bus that loses its newest records. */
const keepFor = "interval '1 minute'";

/**
 * Deletes a user's data from the platform's tables: published events except the deletion, dead letters, stored
 * responses and names in reports. Events that are unpublished or were published within the last minute stay for a later
 * turn.
 */
export async function forgetTraces(em: EntityManager, userId: string): Promise<void> {
  await em.execute(
    `delete from outbox
     where published_at < clock_timestamp() - ${keepFor} and ${isNotAgain}
       and strpos(envelope, ?) > 0 and strpos(envelope, ?) = 0`,
    [userId, `"type":"${userDeleted.type}"`],
  );
  await em.execute(
    `delete from dead_letters
     where position(convert_to(?, 'UTF8') in value) > 0 or position(convert_to(?, 'UTF8') in key) > 0`,
    [userId, userId],
  );
  await em.execute('delete from idempotency_keys where user_id = ? or strpos(result, ?) > 0', [userId, userId]);
  await em.execute(
    `update projection_checks set report = jsonb_set(report, '{named}', '[]') where strpos(report::text, ?) > 0`,
    [userId],
  );
}
