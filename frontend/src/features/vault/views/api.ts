import type { CallAnswer, CallInput } from '@nightshelf/contracts/call.ts';
import type * as viewCalls from '@nightshelf/contracts/calls/views.ts';
import type { SavedView } from '@nightshelf/contracts/saved-views.ts';
import { serverApi } from '../../../entities/server/api.ts';
import { apiRequest } from '../../../lib/api-client.ts';

type Calls = typeof viewCalls;

const path = '/api/games/library/views';

type NewView = CallInput<Calls['saveView']>['body'];
type Change = { readonly id: string } & CallInput<Calls['changeSavedView']>['body'];

/** The user's saved views, in order. */
export const viewsApi = serverApi.enhanceEndpoints({ addTagTypes: ['Views'] }).injectEndpoints({
  endpoints: (build) => ({
    savedViews: build.query<CallAnswer<Calls['listSavedViews']>, void>({
      query: () => apiRequest<Calls['listSavedViews']>('GET', path, {}),
      providesTags: ['Views'],
    }),

    saveView: build.mutation<CallAnswer<Calls['saveView']>, NewView>({
      query: (body) => apiRequest<Calls['saveView']>('POST', path, { body }),
      invalidatesTags: ['Views'],
    }),

    changeView: build.mutation<CallAnswer<Calls['changeSavedView']>, Change>({
      query: ({ id, ...body }) => apiRequest<Calls['changeSavedView']>('PUT', `${path}/:id`, { params: { id }, body }),
      invalidatesTags: ['Views'],
    }),

    removeView: build.mutation<unknown, SavedView>({
      query: ({ id }) => apiRequest<Calls['removeSavedView']>('DELETE', `${path}/:id`, { params: { id } }),
      extraOptions: { isDoneWhenGone: true },
      invalidatesTags: ['Views'],
    }),
  }),
});
