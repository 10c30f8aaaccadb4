import type { Privacy } from '@nightshelf/contracts/users.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { PrivacyNotes } from '@nightshelf/platform/privacy/privacy-notes.ts';
import { isHiddenSince } from '../directory/hidden-since.ts';

/**
 * Returns whether others can see a change of this entry. Must not reveal when an owner plays hidden games, even while
 * the owner's change to private is in flight.
 * @param privacy of the user; null for an unknown or inactive user
 */
export async function isSeen(
  em: EntityManager,
  notes: PrivacyNotes,
  { userId, privacy, isOrWasShared }: { userId: string; privacy: Privacy | null; isOrWasShared: boolean },
): Promise<boolean> {
  if (privacy === null || isOrWasShared) return privacy !== null;
  return privacy === 'public' && !(await isHiddenSince(em, notes, userId));
}
