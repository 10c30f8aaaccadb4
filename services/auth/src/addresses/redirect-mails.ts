import type { EntityManager } from '@nightshelf/platform/database/database.ts';

/** Sends the weekly mail that waits, if any, to the address that the user has now: the one before may be somebody else's by then. */
export async function redirectMails(em: EntityManager, userId: string, email: string): Promise<void> {
  await em.execute(`update mails set recipient = ? where user_id = ? and payload->>'kind' = 'weekly'`, [email, userId]);
}
