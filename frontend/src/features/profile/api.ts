import type { CallAnswer } from '@nightshelf/contracts/call.ts';
import type * as authCalls from '@nightshelf/contracts/calls/auth.ts';
import type { Privacy } from '@nightshelf/contracts/users.ts';
import { onceDone, serverApi } from '../../entities/server/api.ts';
import { userChanged } from '../../entities/session/slice.ts';
import type { ApiRequest } from '../../lib/api-client.ts';
import { request } from '../../lib/request.ts';

type GetProfile = typeof authCalls.getProfile;

export const profileApi = serverApi.injectEndpoints({
  endpoints: (build) => ({
    /** Reloads the signed-in user, who is stored in the session. */
    profile: build.query<CallAnswer<GetProfile>, void>({
      query: (): ApiRequest<GetProfile> => ({ method: 'GET', path: '/api/auth/profile' }),
      providesTags: ['Profile'],
      // The session stores the result.
      keepUnusedDataFor: 0,
      onQueryStarted: (_, { dispatch, queryFulfilled }) =>
        onceDone(queryFulfilled, ({ user }) => dispatch(userChanged(user))),
    }),
  }),
});

export const { useProfileQuery } = profileApi;

export const updatePrivacy = (privacy: Privacy) =>
  request<typeof authCalls.updateProfile>({ method: 'PATCH', path: '/api/auth/profile', body: { privacy } });
