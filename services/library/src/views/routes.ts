import * as viewCalls from '@nightshelf/contracts/calls/views.ts';
import type { SavedView } from '@nightshelf/contracts/saved-views.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import { route } from '@nightshelf/platform/http/route.ts';
import type { FastifyInstance } from 'fastify';
import { changeView, removeView } from './change-view.ts';
import { saveView } from './save-view.ts';
import { listSavedViews } from './saved-views.ts';

const success = true as const;
const saved = (view: SavedView) => ({ success, message: 'View saved.', view });

export function viewRoutes(app: FastifyInstance, { work }: { readonly work: Work }): void {
  route(app, viewCalls.listSavedViews, async ({ identity }) => {
    const views = await listSavedViews(work.query(), identity.userId);
    return { success, message: 'Your views.', views };
  });

  route(app, viewCalls.saveView, async ({ identity, body, intent }) =>
    saved(await saveView(work.for(intent), identity.userId, body)),
  );

  route(app, viewCalls.changeSavedView, async ({ identity, params, body, intent }) =>
    saved(await changeView(work.for(intent), identity.userId, params.id, body)),
  );

  route(app, viewCalls.removeSavedView, async ({ identity, params, intent }) => {
    await removeView(work.for(intent), identity.userId, params.id);
    return { success, message: 'View removed.' };
  });
}
