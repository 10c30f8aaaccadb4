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

/** Lines of the audit trail in one response. */
const pageSize = 10;

const notice = (text: string) => alertRaised({ tone: 'notice', text });

/** The ways into the account, who uses them, and what has happened. What is done here leaves a line in the activity. */
export const securityApi = serverApi.injectEndpoints({
  endpoints: (build) => ({
    signInMethods: build.query<SignInMethods, void>({
      query: (): ApiRequest<Calls['listSignInMethods']> => ({ method: 'GET', path: '/api/auth/sign-in-methods' }),
    }),

    /** Lasts until the visitor comes back from the provider by the browser's Back, or fails. */
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
      // A new password ends the other sessions and gives this one another id; a refused one leaves its line, too. One whose answer was
      // lost may have ended this session, and whoever asks in it is signed out before it is sent again.
      invalidatesTags: (done, error) => (done ? ['Sessions', 'Activity'] : isUnjudged(error) ? [] : ['Activity']),
      onQueryStarted: ({ unlink = [] }, { dispatch, queryFulfilled }) =>
        onceDone(queryFulfilled, () => {
          dispatch(
            securityApi.util.updateQueryData('signInMethods', undefined, (methods) => {
              methods.identities = methods.identities.filter(({ id }) => !unlink.includes(id));
              // Whoever had asked for another address may be the one who is shut out now.
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

    /** Carries the username, which may ask for a link like anybody's. */
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
        // Not there: it has ended by itself meanwhile, which is what was wanted.
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

    /** Newest first, from page to page by the last line's id. */
    activity: build.infiniteQuery<CallAnswer<Calls['listActivity']>, void, string | undefined>({
      infiniteQueryOptions: {
        initialPageParam: undefined,
        getNextPageParam: ({ activity, has_more }) => (has_more ? activity.at(-1)?.id : undefined),
        // Of what is new the first page tells; older pages would not fit behind it.
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
