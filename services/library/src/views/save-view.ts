import { randomUUIDv7 } from 'node:crypto';
import type { CallRequest } from '@nightshelf/contracts/call.ts';
import type * as viewCalls from '@nightshelf/contracts/calls/views.ts';
import { mostSavedViews, type SavedView } from '@nightshelf/contracts/saved-views.ts';
import { conflict } from '@nightshelf/platform/errors/coded-error.ts';
import type { Change } from '@nightshelf/platform/idempotency/intended-work.ts';
import { holdViews, leaveDefault, listSavedViews, nameKey, refuseTakenName } from './saved-views.ts';

type NewView = CallRequest<typeof viewCalls.saveView>['body'];

/** @throws CodedError 409 for the name of another view, or when the user has the maximum number of views */
export function saveView(work: Change, userId: string, form: NewView): Promise<SavedView> {
  return work.transaction(async ({ em }) => {
    await holdViews(em, userId);
    const others = await listSavedViews(em, userId);
    if (others.length >= mostSavedViews) {
      throw conflict('library.too_many_views', `You have ${mostSavedViews} views. Remove one to save another.`);
    }
    const view = { id: randomUUIDv7(), ...form, position: (others.at(-1)?.position ?? -1) + 1 };
    await refuseTakenName(em, userId, view);
    if (view.is_default) await leaveDefault(em, userId);
    await em.execute(
      `insert into saved_views (id, user_id, name, name_key, query, is_default, position) values (?, ?, ?, ?, ?, ?, ?)`,
      [view.id, userId, view.name, nameKey(view.name), view.query, view.is_default, view.position],
    );
    return view;
  });
}
