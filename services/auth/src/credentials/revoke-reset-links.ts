import type { EntityManager } from '@nightshelf/platform/database/database.ts';

/** Makes every reset link of the user invalid, and deletes the mails of those that are not sent yet. */
export async function revokeResetLinks(em: EntityManager, userId: string): Promise<void> {
  await em.execute(
    'update password_resets set expires_at = now() where user_id = ? and used_at is null and expires_at > now()',
    [userId],
  );
  await em.execute(`delete from mails where user_id = ? and payload->>'kind' in ('password-reset', 'take-over')`, [
    userId,
  ]);
}

/**
 * The same, and an address that was asked for is not the account's any more before it is one: whoever asked for it may be
 * the one whom a new password is to shut out.
 */
export async function revokeOpenLinks(em: EntityManager, userId: string): Promise<void> {
  await revokeResetLinks(em, userId);
  await em.execute(
    `update address_links set expires_at = now()
     where user_id = ? and kind = 'change' and used_at is null and expires_at > now()`,
    [userId],
  );
  await em.execute(`delete from mails where user_id = ? and payload->>'kind' = 'email-change'`, [userId]);
}
