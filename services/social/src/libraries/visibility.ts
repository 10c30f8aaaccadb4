import { ownGuidPrefix } from '@nightshelf/contracts/games.ts';
import type { Privacy } from '@nightshelf/contracts/users.ts';
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

/** Returns the rows without those that only a public library shows, of owners who have become private since the read. */
export async function withoutHidden<Row extends { readonly by_privacy: boolean }>(
  em: EntityManager,
  notes: PrivacyNotes,
  rows: readonly Row[],
  ownerOf: (row: Row) => string | null,
): Promise<Row[]> {
  const owners = [...new Set(rows.map((row) => (row.by_privacy ? ownerOf(row) : null)))].filter((id) => id !== null);
  const hidden = new Set<string | null>();
  const check = async (id: string) => ((await isHiddenSince(em, notes, id)) ? hidden.add(id) : undefined);
  await Promise.all(owners.map(check));
  return rows.filter((row) => !row.by_privacy || !hidden.has(ownerOf(row)));
}

/** Returns whether a user added this game. Only that user may see it and its entry, even in a public library. */
export const isOwnGame = (guid: string): boolean => guid.startsWith(ownGuidPrefix);

/** Returns the same check as an SQL condition. @param column that holds the guid */
export const isOwn = (column: string): string => `${column} like '${ownGuidPrefix}%'`;
