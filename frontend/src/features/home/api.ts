import type { CallAnswer } from '@nightshelf/contracts/call.ts';
import type * as mediaCalls from '@nightshelf/contracts/calls/media.ts';
import { serverApi } from '../../entities/server/api.ts';
import type { ApiRequest } from '../../lib/api-client.ts';

type DailyReviews = typeof mediaCalls.dailyReviews;

export const homeApi = serverApi.injectEndpoints({
  endpoints: (build) => ({
    dailyReviews: build.query<CallAnswer<DailyReviews>, void>({
      query: (): ApiRequest<DailyReviews> => ({ method: 'GET', path: '/api/youtube/daily-reviews' }),
    }),
  }),
});

export const { useDailyReviewsQuery } = homeApi;
