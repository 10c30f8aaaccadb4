import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { seenVersion } from '@nightshelf/platform/events/inbox/inbox.ts';
import type { PrivacyNotes } from '@nightshelf/platform/privacy/privacy-notes.ts';

/**
 * Whether a user has become private by a change whose event had not arrived here when the caller read of them, which may be while this is
 * asked; false while Redis cannot say.
 */
export async function isHiddenSince(em: EntityManager, notes: PrivacyNotes, userId: string): Promise<boolean> {
  const note = await notes.find(userId);
  if (note?.privacy !== 'private') return false;
  const subject = userId.toLowerCase();
  if (note.version > (await seenVersion(em, { consumer: 'social', topic: 'auth.users', subject }))) return true;
  // Since seen, though perhaps not yet where the caller read: what is copied now decides.
  const [user] = await em.execute<{ privacy: string }[]>('select privacy from users where id = ?', [subject]);
  return user?.privacy === 'private';
}
