import type { CallAnswer } from '@nightshelf/contracts/call.ts';
import type * as mediaCalls from '@nightshelf/contracts/calls/media.ts';
import type * as socialCalls from '@nightshelf/contracts/calls/social.ts';
import { serverApi } from '../../entities/server/api.ts';
import { apiRequest } from '../../lib/api-client.ts';

type DailyReviews = typeof mediaCalls.dailyReviews;
type ListFollowedActivity = typeof socialCalls.listFollowedActivity;

export const homeApi = serverApi.injectEndpoints({
  endpoints: (build) => ({
    dailyReviews: build.query<CallAnswer<DailyReviews>, void>({
      query: () => apiRequest<DailyReviews>('GET', '/api/youtube/daily-reviews'),
    }),
    feed: build.query<CallAnswer<ListFollowedActivity>, void>({
      query: () => apiRequest<ListFollowedActivity>('GET', '/api/users/followed/deeds'),
      providesTags: ['Feed'],
    }),
  }),
});
