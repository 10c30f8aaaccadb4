import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { seenVersion } from '@nightshelf/platform/events/inbox/inbox.ts';
import type { PrivacyNotes } from '@nightshelf/platform/privacy/privacy-notes.ts';

/**
 * Returns whether a user became private by a change that the caller's read did not include yet. Returns false while
 * Redis is unavailable.
 */
export async function isHiddenSince(em: EntityManager, notes: PrivacyNotes, userId: string): Promise<boolean> {
  const note = await notes.find(userId);
  if (note?.privacy !== 'private') return false;
  const subject = userId.toLowerCase();
  if (note.version > (await seenVersion(em, { consumer: 'social', topic: 'auth.users', subject }))) return true;
  // The event has arrived, perhaps after the caller's read, so the stored value decides.
  const [user] = await em.execute<{ privacy: string }[]>('select privacy from users where id = ?', [subject]);
  return user?.privacy === 'private';
}
