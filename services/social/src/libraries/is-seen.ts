import type { EntityManager, PrivacyNotes } from '@nightshelf/platform';
import { isHiddenSince } from '../directory/hidden-since.ts';

/**
 * Whether others see that an entry of this user has changed: any of a public library, of a private one those alone that are
 * shared or were before. When the owner plays what they keep to themselves is nobody's business, also while the news that
 * they have become private is still on its way.
 */
export async function isSeen(
  em: EntityManager,
  notes: PrivacyNotes,
  userId: string,
  isOrWasShared: boolean,
): Promise<boolean> {
  const [user] = await em.execute<{ privacy: string }[]>('select privacy from users where id = ? and is_active', [
    userId,
  ]);
  if (!user || isOrWasShared) return user !== undefined;
  return user.privacy === 'public' && !(await isHiddenSince(em, notes, userId));
}
