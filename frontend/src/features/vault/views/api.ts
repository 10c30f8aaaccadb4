import type { CallAnswer, CallInput } from '@nightshelf/contracts/call.ts';
import type * as viewCalls from '@nightshelf/contracts/calls/views.ts';
import type { SavedView } from '@nightshelf/contracts/saved-views.ts';
import { onSuccess, serverApi } from '../../../entities/server/api.ts';
import { apiRequest } from '../../../lib/api-client.ts';

type Calls = typeof viewCalls;

const path = '/api/games/library/views';

type NewView = CallInput<Calls['saveView']>['body'];
type Change = { readonly id: string } & CallInput<Calls['changeSavedView']>['body'];

/** The user's saved views, in order. */
export const viewsApi = serverApi.injectEndpoints({
  endpoints: (build) => ({
    savedViews: build.query<CallAnswer<Calls['listSavedViews']>, void>({
      query: () => apiRequest<Calls['listSavedViews']>('GET', path, {}),
    }),

    saveView: build.mutation<CallAnswer<Calls['saveView']>, NewView>({
      query: (body) => apiRequest<Calls['saveView']>('POST', path, { body }),
      onQueryStarted: onSuccess((dispatch, _, { view }) => dispatch(changeViews((views) => withView(views, view)))),
    }),

    changeView: build.mutation<CallAnswer<Calls['changeSavedView']>, Change>({
      query: ({ id, ...body }) => apiRequest<Calls['changeSavedView']>('PUT', `${path}/:id`, { params: { id }, body }),
      onQueryStarted: onSuccess((dispatch, _, { view }) => dispatch(changeViews((views) => withView(views, view)))),
    }),

    removeView: build.mutation<unknown, SavedView>({
      query: ({ id }) => apiRequest<Calls['removeSavedView']>('DELETE', `${path}/:id`, { params: { id } }),
      extraOptions: { isDoneWhenGone: true },
      onQueryStarted: onSuccess((dispatch, { id }) =>
        dispatch(changeViews((views) => views.filter((one) => one.id !== id))),
      ),
    }),
  }),
});

/** Returns the list with the updated view; only the latest default stays the default. */
function withView(views: readonly SavedView[], view: SavedView): SavedView[] {
  const others = views.filter(({ id }) => id !== view.id);
  const rest = view.is_default ? others.map((one) => ({ ...one, is_default: false })) : others;
  return [...rest, view].sort((a, b) => a.position - b.position);
}

const changeViews = (change: (views: SavedView[]) => SavedView[]) =>
  viewsApi.util.updateQueryData('savedViews', undefined, (list) => {
    list.views = change(list.views);
  });

export const { useSavedViewsQuery, useSaveViewMutation, useChangeViewMutation, useRemoveViewMutation } = viewsApi;
