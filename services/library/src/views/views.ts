import { randomUUIDv7 } from 'node:crypto';
import * as viewCalls from '@nightshelf/contracts/calls/views.ts';
import { mostSavedViews, type SavedView } from '@nightshelf/contracts/saved-views.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { conflict, notFound } from '@nightshelf/platform/errors/coded-error.ts';
import { defined } from '../defined.ts';
import { type Reader, type RequestOf, returning, type Serve } from '../serve.ts';
import { insertRow, isAny } from '../sql.ts';

const columns = 'id, name, query, is_default, position';

const listSavedViews = ({ em, userId }: Reader): Promise<SavedView[]> =>
  em.execute<SavedView[]>(`select ${columns} from saved_views where user_id = ? order by position, id`, [userId]);

/** View names are case-insensitive. */
const nameKey = (name: string): string => name.toLowerCase();

/** Serializes changes of one user's views, so that the limit and the single default hold. */
const holdViews = (em: EntityManager, userId: string) =>
  em.execute(`select pg_advisory_xact_lock(hashtextextended('views:' || ?, 0))`, [userId]);

async function ownView(em: EntityManager, userId: string, id: string): Promise<SavedView> {
  const [view] = await em.execute<SavedView[]>(`select ${columns} from saved_views where user_id = ? and id = ?`, [
    userId,
    id,
  ]);
  if (!view) throw notFound('library.view_not_found', 'View not found.');
  return view;
}

async function refuseTakenName(em: EntityManager, userId: string, { id, name }: SavedView): Promise<void> {
  if (await isAny(em, 'saved_views where user_id = ? and name_key = ? and id <> ?', [userId, nameKey(name), id]))
    throw conflict('library.view_name_taken', 'You have a view with this name. Choose another.');
}

const leaveDefault = (em: EntityManager, userId: string) =>
  em.execute('update saved_views set is_default = false where user_id = ? and is_default', [userId]);

const saveView = ({ userId, body, change }: RequestOf<typeof viewCalls.saveView>): Promise<SavedView> =>
  change.transaction(async ({ em }) => {
    await holdViews(em, userId);
    const others = await listSavedViews({ em, userId });
    if (others.length >= mostSavedViews) {
      throw conflict('library.too_many_views', `You have ${mostSavedViews} views. Remove one to save another.`);
    }
    const view = { id: randomUUIDv7(), ...body, position: (others.at(-1)?.position ?? -1) + 1 };
    await refuseTakenName(em, userId, view);
    if (view.is_default) await leaveDefault(em, userId);
    await insertRow(em, 'saved_views', { ...view, user_id: userId, name_key: nameKey(view.name) });
    return view;
  });

const changeView = ({ userId, params: { id }, body, change }: RequestOf<typeof viewCalls.changeSavedView>) =>
  change.transaction(async ({ em }) => {
    await holdViews(em, userId);
    const before = await ownView(em, userId, id);
    const view: SavedView = { ...before, ...defined(body) };
    await refuseTakenName(em, userId, view);
    if (view.is_default && !before.is_default) await leaveDefault(em, userId);
    await em.execute(
      'update saved_views set name = ?, name_key = ?, query = ?, is_default = ?, position = ? where user_id = ? and id = ?',
      [view.name, nameKey(view.name), view.query, view.is_default, view.position, userId, id],
    );
    return view;
  });

const removeView = ({ userId, params: { id }, change }: RequestOf<typeof viewCalls.removeSavedView>) =>
  change.transaction(async ({ em }) => {
    await ownView(em, userId, id);
    await em.execute('delete from saved_views where user_id = ? and id = ?', [userId, id]);
    return null;
  });

export function viewRoutes(serve: Serve): void {
  serve(viewCalls.listSavedViews, 'Your views.', returning('views', listSavedViews));
  serve(viewCalls.saveView, 'View saved.', returning('view', saveView));
  serve(viewCalls.changeSavedView, 'View saved.', returning('view', changeView));
  serve(viewCalls.removeSavedView, 'View removed.', removeView);
}
