import { type EntityManager, type PrivacyNotes, seenVersion } from '@nightshelf/platform';

/** Whether a user has become private by a change whose event has not arrived here; false while Redis cannot say. */
export async function isHiddenSince(em: EntityManager, notes: PrivacyNotes, userId: string): Promise<boolean> {
  const note = await notes.find(userId);
  if (note?.privacy !== 'private') return false;
  const subject = userId.toLowerCase();
  return note.version > (await seenVersion(em, { consumer: 'social', topic: 'auth.users', subject }));
}
