import type { EntityManager } from '@nightshelf/platform';

/** Makes every reset link of the user invalid, and deletes the mails of those that are not sent yet. */
export async function revokeResetLinks(em: EntityManager, userId: string): Promise<void> {
  await em.execute(
    'update password_resets set expires_at = now() where user_id = ? and used_at is null and expires_at > now()',
    [userId],
  );
  await em.execute('delete from mails where user_id = ?', [userId]);
}
