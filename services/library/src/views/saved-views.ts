import type { SavedView } from '@nightshelf/contracts/saved-views.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { conflict, notFound } from '@nightshelf/platform/errors/coded-error.ts';

const columns = 'id, name, query, is_default, position';

export const listSavedViews = (em: EntityManager, userId: string): Promise<SavedView[]> =>
  em.execute<SavedView[]>(`select ${columns} from saved_views where user_id = ? order by position, id`, [userId]);

/** View names are case-insensitive. */
export const nameKey = (name: string): string => name.toLowerCase();

/** Serializes changes of one user's views, so that the limit and the single default hold. */
export const holdViews = (em: EntityManager, userId: string) =>
  em.execute(`select pg_advisory_xact_lock(hashtextextended('views:' || ?, 0))`, [userId]);

/** @throws CodedError 404 for an unknown view or another user's */
export async function ownView(em: EntityManager, userId: string, id: string): Promise<SavedView> {
  const [view] = await em.execute<SavedView[]>(`select ${columns} from saved_views where user_id = ? and id = ?`, [
    userId,
    id,
  ]);
  if (!view) throw notFound('library.view_not_found', 'View not found.');
  return view;
}

/** @throws CodedError 409 when another view has the name */
export async function refuseTakenName(em: EntityManager, userId: string, { id, name }: SavedView): Promise<void> {
  const taken = await em.execute<object[]>('select 1 from saved_views where user_id = ? and name_key = ? and id <> ?', [
    userId,
    nameKey(name),
    id,
  ]);
  if (taken.length > 0) throw conflict('library.view_name_taken', 'You have a view with this name. Choose another.');
}

/** Clears the user's default view. */
export const leaveDefault = (em: EntityManager, userId: string) =>
  em.execute('update saved_views set is_default = false where user_id = ? and is_default', [userId]);
