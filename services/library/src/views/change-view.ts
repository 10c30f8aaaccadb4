import type { CallRequest } from '@nightshelf/contracts/call.ts';
import type * as viewCalls from '@nightshelf/contracts/calls/views.ts';
import type { SavedView } from '@nightshelf/contracts/saved-views.ts';
import type { Change } from '@nightshelf/platform/idempotency/intended-work.ts';
import { holdViews, leaveDefault, nameKey, ownView, refuseTakenName } from './saved-views.ts';

type ViewChange = CallRequest<typeof viewCalls.changeSavedView>['body'];

/** @throws CodedError 404 for a view that is not the user's, 409 for the name of another view */
export function changeView(work: Change, userId: string, id: string, change: ViewChange): Promise<SavedView> {
  return work.transaction(async ({ em }) => {
    await holdViews(em, userId);
    const before = await ownView(em, userId, id);
    const { name = before.name, query = before.query, position = before.position } = change;
    const view = { id, name, query, is_default: change.is_default ?? before.is_default, position };
    await refuseTakenName(em, userId, view);
    if (view.is_default && !before.is_default) await leaveDefault(em, userId);
    await em.execute(
      'update saved_views set name = ?, name_key = ?, query = ?, is_default = ?, position = ? where user_id = ? and id = ?',
      [name, nameKey(name), query, view.is_default, position, userId, id],
    );
    return view;
  });
}

/** @throws CodedError 404 for a view that is not the user's */
export function removeView(work: Change, userId: string, id: string): Promise<null> {
  return work.transaction(async ({ em }) => {
    await ownView(em, userId, id);
    await em.execute('delete from saved_views where user_id = ? and id = ?', [userId, id]);
    return null;
  });
}
