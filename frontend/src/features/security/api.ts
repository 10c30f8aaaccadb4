import type { LinkedIdentity, SignedInSession } from '@nightshelf/contracts/accounts.ts';
import type { CallAnswer, CallInput } from '@nightshelf/contracts/call.ts';
import type * as accountCalls from '@nightshelf/contracts/calls/accounts.ts';
import { alertRaised } from '../../entities/alerts/slice.ts';
import { onceDone, serverApi } from '../../entities/server/api.ts';
import type { ApiRequest } from '../../lib/api-client.ts';
import { ApiError, isUnjudged } from '../../lib/api-errors.ts';
import { leaveFor } from '../../lib/leave-for.ts';
import { securityTexts as texts } from './texts.ts';

type Calls = typeof accountCalls;
type BeginLink = Calls['beginIdentityLink'];
type EndSession = Calls['endSession'];

export type SignInMethods = CallAnswer<Calls['listSignInMethods']>;
export type EmailChange = CallInput<Calls['changeEmail']>['body'];
export type PasswordChange = CallInput<Calls['changePassword']>['body'];

const pageSize = 10;

const notice = (text: string) => alertRaised({ tone: 'notice', text });

/** Sign-in methods, sessions and audit trail. Most changes add a line to the trail. */
export const securityApi = serverApi.injectEndpoints({
  endpoints: (build) => ({
    signInMethods: build.query<SignInMethods, void>({
      query: (): ApiRequest<Calls['listSignInMethods']> => ({ method: 'GET', path: '/api/auth/sign-in-methods' }),
    }),

    /** Stays pending until the visitor returns with the browser's Back button, or fails. */
    linkProvider: build.mutation<null, { readonly provider: string; readonly password?: string }>({
      queryFn: async ({ provider, password }, _api, _options, ask) => {
        const link: ApiRequest<BeginLink> = {
          method: 'POST',
          path: '/api/auth/identity-providers/:provider/link',
          params: { provider },
          body: password === undefined ? undefined : { password },
        };
        const { data, error } = await ask(link);
        if (error) return { error };
        await leaveFor((data as CallAnswer<BeginLink>).authorization_url);
        return { data: null };
      },
    }),

    unlink: build.mutation<CallAnswer<Calls['unlinkIdentity']>, LinkedIdentity>({
      query: ({ id }): ApiRequest<Calls['unlinkIdentity']> => ({
        method: 'DELETE',
        path: '/api/auth/identities/:id',
        params: { id },
      }),
      invalidatesTags: (done) => (done ? ['Activity'] : []),
      onQueryStarted: ({ id, provider }, { dispatch, queryFulfilled }) =>
        onceDone(queryFulfilled, () => {
          dispatch(
            securityApi.util.updateQueryData('signInMethods', undefined, (methods) => {
              methods.identities = methods.identities.filter((identity) => identity.id !== id);
            }),
          );
          dispatch(notice(texts.identities.unlinked(provider.name)));
        }),
    }),

    changePassword: build.mutation<CallAnswer<Calls['changePassword']>, PasswordChange>({
      query: (body): ApiRequest<Calls['changePassword']> => ({
        method: 'POST',
        path: '/api/auth/change-password',
        body,
      }),
      // A new password ends the other sessions and replaces this session's id; a refusal adds an audit line. After a
      // lost response this session may be over, and a reload would sign the user out before a retry.
      invalidatesTags: (done, error) => (done ? ['Sessions', 'Activity'] : isUnjudged(error) ? [] : ['Activity']),
      onQueryStarted: ({ unlink = [] }, { dispatch, queryFulfilled }) =>
        onceDone(queryFulfilled, () => {
          dispatch(
            securityApi.util.updateQueryData('signInMethods', undefined, (methods) => {
              methods.identities = methods.identities.filter(({ id }) => !unlink.includes(id));
              // A pending address change may have been requested by an intruder.
              methods.pending_email = null;
            }),
          );
          dispatch(notice(texts.password.changed));
        }),
    }),

    changeEmail: build.mutation<CallAnswer<Calls['changeEmail']>, EmailChange>({
      query: (body): ApiRequest<Calls['changeEmail']> => ({ method: 'POST', path: '/api/auth/email', body }),
      invalidatesTags: ['Activity'],
      onQueryStarted: ({ email }, { dispatch, queryFulfilled }) =>
        onceDone(queryFulfilled, () => {
          dispatch(
            securityApi.util.updateQueryData('signInMethods', undefined, (methods) => {
              methods.pending_email = email;
            }),
          );
          dispatch(notice(texts.address.asked(email)));
        }),
    }),

    /** Sends the username. The endpoint is the public one for forgotten passwords. */
    askForLink: build.mutation<CallAnswer<Calls['forgotPassword']>, string>({
      query: (username_or_email): ApiRequest<Calls['forgotPassword']> => ({
        method: 'POST',
        path: '/api/auth/forgot-password',
        body: { username_or_email },
      }),
      invalidatesTags: (done) => (done ? ['Activity'] : []),
    }),

    sessions: build.query<CallAnswer<Calls['listSessions']>, void>({
      query: (): ApiRequest<Calls['listSessions']> => ({ method: 'GET', path: '/api/auth/sessions' }),
      providesTags: ['Sessions'],
    }),

    endSession: build.mutation<null, SignedInSession>({
      queryFn: async ({ id }, _api, _options, ask) => {
        const end: ApiRequest<EndSession> = { method: 'DELETE', path: '/api/auth/sessions/:id', params: { id } };
        const { error } = await ask(end);
        // 404: the session has already ended, which is the desired result.
        const gone = error instanceof ApiError && error.status === 404;
        return error && !gone ? { error } : { data: null };
      },
      invalidatesTags: (_, error) => (error ? [] : ['Activity']),
      onQueryStarted: ({ id, device }, { dispatch, queryFulfilled }) =>
        onceDone(queryFulfilled, () => {
          dispatch(keepSessions((session) => session.id !== id));
          dispatch(notice(texts.sessions.ended(device)));
        }),
    }),

    endOtherSessions: build.mutation<CallAnswer<Calls['endOtherSessions']>, void>({
      query: (): ApiRequest<Calls['endOtherSessions']> => ({ method: 'DELETE', path: '/api/auth/sessions' }),
      invalidatesTags: (done) => (done ? ['Activity'] : []),
      onQueryStarted: (_, { dispatch, queryFulfilled }) =>
        onceDone(queryFulfilled, ({ ended_count }) => {
          dispatch(keepSessions(({ is_current }) => is_current));
          dispatch(notice(texts.sessions.othersEnded(ended_count)));
        }),
    }),

    /** Newest first; the cursor is the last line's id. */
    activity: build.infiniteQuery<CallAnswer<Calls['listActivity']>, void, string | undefined>({
      infiniteQueryOptions: {
        initialPageParam: undefined,
        getNextPageParam: ({ activity, has_more }) => (has_more ? activity.at(-1)?.id : undefined),
        // The first page shows new lines; older cached pages would overlap with it.
        refetchCachedPages: false,
      },
      query: ({ pageParam: before }): ApiRequest<Calls['listActivity']> => ({
        method: 'GET',
        path: '/api/auth/activity',
        query: { limit: pageSize, before },
      }),
      providesTags: ['Activity'],
    }),
  }),
});

const keepSessions = (keeps: (session: SignedInSession) => boolean) =>
  securityApi.util.updateQueryData('sessions', undefined, (list) => {
    list.sessions = list.sessions.filter(keeps);
  });

export const {
  useSignInMethodsQuery,
  useLinkProviderMutation,
  useUnlinkMutation,
  useChangePasswordMutation,
  useChangeEmailMutation,
  useAskForLinkMutation,
  useSessionsQuery,
  useEndSessionMutation,
  useEndOtherSessionsMutation,
  useActivityInfiniteQuery,
} = securityApi;
