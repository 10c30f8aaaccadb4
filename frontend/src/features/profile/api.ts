import type { CallAnswer } from '@nightshelf/contracts/call.ts';
import type * as authCalls from '@nightshelf/contracts/calls/auth.ts';
import type { Privacy } from '@nightshelf/contracts/users.ts';
import { put, takeEvery } from 'typed-redux-saga';
import { isNotificationOf } from '../../entities/live/slice.ts';
import { onSuccess, serverApi } from '../../entities/server/api.ts';
import { userChanged } from '../../entities/session/slice.ts';
import { apiRequest } from '../../lib/api-client.ts';
import type { StateModule } from '../../lib/page-module.ts';

type Calls = typeof authCalls;
type Changed = CallAnswer<Calls['updateProfile']>;

/** Privacy choices run one after the other, so that the last one stays. */
let lastChoice: Promise<unknown> = Promise.resolve();

export const profileApi = serverApi.injectEndpoints({
  endpoints: (build) => ({
    /** Reloads the signed-in user, who is stored in the session. */
    profile: build.query<CallAnswer<Calls['getProfile']>, void>({
      query: () => apiRequest<Calls['getProfile']>('GET', '/api/auth/profile'),
      providesTags: ['Profile'],
      // The session stores the result.
      keepUnusedDataFor: 0,
      onQueryStarted: onSuccess((dispatch, _, { user }) => dispatch(userChanged(user))),
    }),

    choosePrivacy: build.mutation<Changed, Privacy>({
      queryFn: async (privacy, _api, _options, ask) => {
        const request = apiRequest<Calls['updateProfile']>('PATCH', '/api/auth/profile', { body: { privacy } });
        const chosen = lastChoice.then(() => ask(request));
        lastChoice = chosen;
        return (await chosen) as { data: Changed };
      },
      onQueryStarted: onSuccess((dispatch, _, { user }) => dispatch(userChanged(user))),
    }),
  }),
});

/** Reloads the visible figures when a follower is gained or lost. */
export const profileState: StateModule = {
  saga: function* () {
    yield* takeEvery(isNotificationOf('followers'), function* () {
      yield* put(profileApi.util.invalidateTags(['Profile']));
    });
  },
};
