import type { CallAnswer, CallInput } from '@nightshelf/contracts/call.ts';
import type * as viewCalls from '@nightshelf/contracts/calls/views.ts';
import type { SavedView } from '@nightshelf/contracts/saved-views.ts';
import { onceDone, serverApi } from '../../../entities/server/api.ts';
import type { ApiRequest } from '../../../lib/api-client.ts';
import { ApiError } from '../../../lib/api-errors.ts';

type Calls = typeof viewCalls;

type NewView = CallInput<Calls['saveView']>['body'];
type Change = { readonly id: string } & CallInput<Calls['changeSavedView']>['body'];

/** The user's saved views, in order. */
export const viewsApi = serverApi.injectEndpoints({
  endpoints: (build) => ({
    savedViews: build.query<CallAnswer<Calls['listSavedViews']>, void>({
      query: (): ApiRequest<Calls['listSavedViews']> => ({ method: 'GET', path: '/api/games/library/views' }),
    }),

    saveView: build.mutation<CallAnswer<Calls['saveView']>, NewView>({
      query: (body): ApiRequest<Calls['saveView']> => ({ method: 'POST', path: '/api/games/library/views', body }),
      onQueryStarted: (_, { dispatch, queryFulfilled }) =>
        onceDone(queryFulfilled, ({ view }) => dispatch(changeViews((views) => withView(views, view)))),
    }),

    changeView: build.mutation<CallAnswer<Calls['changeSavedView']>, Change>({
      query: ({ id, ...body }): ApiRequest<Calls['changeSavedView']> => ({
        method: 'PUT',
        path: '/api/games/library/views/:id',
        params: { id },
        body,
      }),
      onQueryStarted: (_, { dispatch, queryFulfilled }) =>
        onceDone(queryFulfilled, ({ view }) => dispatch(changeViews((views) => withView(views, view)))),
    }),

    removeView: build.mutation<null, SavedView>({
      queryFn: async ({ id }, _api, _options, ask) => {
        const remove: ApiRequest<Calls['removeSavedView']> = {
          method: 'DELETE',
          path: '/api/games/library/views/:id',
          params: { id },
        };
        const { error } = await ask(remove);
        // 404: the view has already been removed, which is the desired result.
        const gone = error instanceof ApiError && error.status === 404;
        return error && !gone ? { error } : { data: null };
      },
      onQueryStarted: ({ id }, { dispatch, queryFulfilled }) =>
        onceDone(queryFulfilled, () => dispatch(changeViews((views) => views.filter((one) => one.id !== id)))),
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
