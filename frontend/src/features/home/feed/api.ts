import type { CallAnswer } from '@nightshelf/contracts/call.ts';
import type * as socialCalls from '@nightshelf/contracts/calls/social.ts';
import { serverApi } from '../../../entities/server/api.ts';
import type { ApiRequest } from '../../../lib/api-client.ts';

type ListFollowedActivity = typeof socialCalls.listFollowedActivity;

export const feedApi = serverApi.injectEndpoints({
  endpoints: (build) => ({
    feed: build.query<CallAnswer<ListFollowedActivity>, void>({
      query: (): ApiRequest<ListFollowedActivity> => ({ method: 'GET', path: '/api/users/followed/deeds' }),
      providesTags: ['Feed'],
    }),
  }),
});

export const { useFeedQuery } = feedApi;
