import type { CallAnswer } from '@nightshelf/contracts/call.ts';
import type * as socialCalls from '@nightshelf/contracts/calls/social.ts';
import type { PublicUser } from '@nightshelf/contracts/users.ts';
import { put, type SagaGenerator, throttle } from 'typed-redux-saga';
import { alertRaised } from '../../entities/alerts/slice.ts';
import { greeted, isNotificationOf } from '../../entities/live/slice.ts';
import { serverApi } from '../../entities/server/api.ts';
import { selectUser } from '../../entities/session/selectors.ts';
import { type SessionState, userChanged } from '../../entities/session/slice.ts';
import { apiRequest } from '../../lib/api-client.ts';
import { messageOf } from '../../lib/api-errors.ts';
import type { StateModule } from '../../lib/page-module.ts';
import { safely } from '../../lib/safely.ts';
import { asEntries, type Content } from './content.ts';
import { usersTexts } from './texts.ts';

type Calls = typeof socialCalls;

/** The search in the navigation state, which Back restores. */
export interface FoundUsers {
  readonly query: string;
  readonly users: readonly PublicUser[];
  readonly searched: true;
}

interface UserPage {
  readonly user: PublicUser;
  readonly content: Content;
}

export const searchLimit = 10;

export const usersApi = serverApi.enhanceEndpoints({ addTagTypes: ['User', 'FoundUsers'] }).injectEndpoints({
  endpoints: (build) => ({
    searchUsers: build.query<FoundUsers, string>({
      query: (q) => apiRequest<Calls['searchUsers']>('GET', '/api/users/search', { query: { q, limit: searchLimit } }),
      transformResponse: ({ users }: CallAnswer<Calls['searchUsers']>, _, query) => ({ query, users, searched: true }),
      providesTags: ['FoundUsers'],
    }),
    user: build.query<UserPage, string>({
      query: (id) => apiRequest<Calls['getUser']>('GET', '/api/users/:id', { params: { id } }),
      transformResponse: ({ user, library, stats, favourites = [] }: CallAnswer<Calls['getUser']>) => ({
        user,
        content: { library: asEntries(library), stats, favourites },
      }),
      providesTags: (_answer, _error, id) => [{ type: 'User', id }],
    }),
    /** Follows a user, or unfollows a followed one. */
    toggleFollow: build.mutation<CallAnswer<Calls['followUser']>, PublicUser>({
      query: ({ id, is_following }) =>
        is_following
          ? apiRequest<Calls['unfollowUser']>('POST', '/api/users/:id/unfollow', { params: { id } })
          : apiRequest<Calls['followUser']>('POST', '/api/users/:id/follow', { params: { id } }),
      onQueryStarted: ({ id, is_following: before }, { dispatch, getState, queryFulfilled }) =>
        queryFulfilled.then(
          ({ data: { is_following, follower_count } }) => {
            const relation = { is_following, follower_count };
            dispatch(usersApi.util.updateQueryData('user', id, ({ user }) => void Object.assign(user, relation)));
            for (const { originalArgs } of usersApi.util.selectInvalidatedBy(getState(), ['FoundUsers'])) {
              dispatch(
                usersApi.util.updateQueryData('searchUsers', originalArgs, ({ users }) => {
                  for (const user of users) if (user.id === id) Object.assign(user, relation);
                }),
              );
            }
            // Other pages show the viewer's own count.
            const own = selectUser(getState() as unknown as { readonly session: SessionState });
            const more = Number(is_following) - Number(before);
            if (own) dispatch(userChanged({ ...own, following_count: Math.max(0, own.following_count + more) }));
          },
          ({ error }) => {
            dispatch(alertRaised({ tone: 'error', text: messageOf(error, usersTexts.followFailed) }));
          },
        ),
      // A response from before the follow may still arrive.
      invalidatesTags: (done, _error, { id }) => (done ? [{ type: 'User', id }, 'FoundUsers'] : []),
    }),
  }),
});

/** An owner's edits come in bursts; this is the shortest time between two reloads. */
export const paceMs = 500;

function* reload(): SagaGenerator<void> {
  yield* put(usersApi.util.invalidateTags(['User']));
}

/** Keeps an open user page current. */
function* usersSaga(): SagaGenerator<void> {
  yield* throttle(paceMs, [greeted.match, isNotificationOf('page')], safely(reload));
}

export const usersState: StateModule = { saga: usersSaga };
