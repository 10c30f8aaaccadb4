import { userDeleted } from '@nightshelf/contracts/events/users.ts';
import type { EntityManager } from '../database/database.ts';
import { isNotAgain } from '../events/outbox/outbox-table.ts';

/** How long published events are kept at least, to be published again when a bus has lost its newest. */
const keepFor = "interval '1 minute'";

/**
 * Takes away what the platform's own tables hold of a user: events that were published, but for the one that tells of the
 * deletion; what could not be handled; kept answers; names in reports. What is not published yet, or was just now, stays for a later turn.
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
