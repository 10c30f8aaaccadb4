import type { EntityManager } from '@nightshelf/platform/database/database.ts';

/** Invalidates all reset links of the user and deletes their unsent mails. */
export async function revokeResetLinks(em: EntityManager, userId: string): Promise<void> {
  await em.execute(
    'update password_resets set expires_at = now() where user_id = ? and used_at is null and expires_at > now()',
    [userId],
  );
  await em.execute(`delete from mails where user_id = ? and payload->>'kind' in ('password-reset', 'take-over')`, [
    userId,
  ]);
}

/** Revokes reset links and any pending change of address, which an intruder may have requested. */
export async function revokeOpenLinks(em: EntityManager, userId: string): Promise<void> {
  await revokeResetLinks(em, userId);
  await em.execute(
    `update address_links set expires_at = now()
     where user_id = ? and kind = 'change' and used_at is null and expires_at > now()`,
    [userId],
  );
  await em.execute(`delete from mails where user_id = ? and payload->>'kind' = 'email-change'`, [userId]);
}
