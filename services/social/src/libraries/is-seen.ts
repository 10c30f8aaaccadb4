import type { Privacy } from '@nightshelf/contracts/users.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { PrivacyNotes } from '@nightshelf/platform/privacy/privacy-notes.ts';
import { isHiddenSince } from '../directory/hidden-since.ts';

/**
 * Whether others see that an entry of this user has changed: any of a public library, of a private one those alone that are
 * shared or were before. When the owner plays what they keep to themselves is nobody's business, also while the news that
 * they have become private is still on its way.
 * @param privacy of the user; null where there is no active user
 */
export async function isSeen(
  em: EntityManager,
  notes: PrivacyNotes,
  { userId, privacy, isOrWasShared }: { userId: string; privacy: Privacy | null; isOrWasShared: boolean },
): Promise<boolean> {
  if (privacy === null || isOrWasShared) return privacy !== null;
  return privacy === 'public' && !(await isHiddenSince(em, notes, userId));
}
