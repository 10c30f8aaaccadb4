import type { EntityManager } from '@nightshelf/platform/database/database.ts';

/** Redirects the pending weekly mail: the previous address may belong to another user by now. */
export async function redirectMails(em: EntityManager, userId: string, email: string): Promise<void> {
  await em.execute(`update mails set recipient = ? where user_id = ? and payload->>'kind' = 'weekly'`, [email, userId]);
}
