import type { CallAnswer, CallInput } from '@nightshelf/contracts/call.ts';
import type * as notificationCalls from '@nightshelf/contracts/calls/notifications.ts';
import type { NotificationKind } from '@nightshelf/contracts/notifications.ts';
import { onSuccess, serverApi } from '../../entities/server/api.ts';
import type { WithServer } from '../../entities/server/end-unwanted.ts';
import { apiRequest, call } from '../../lib/api-client.ts';
import type { ApiError, NetworkError } from '../../lib/api-errors.ts';

type Calls = typeof notificationCalls;

const path = '/api/notifications';
const pageSize = 20;

export const notificationsApi = serverApi.injectEndpoints({
  endpoints: (build) => ({
    notifications: build.infiniteQuery<CallAnswer<Calls['listNotifications']>, void, string | undefined>({
      infiniteQueryOptions: {
        initialPageParam: undefined,
        getNextPageParam: ({ next }) => next ?? undefined,
        // The first page shows new items; older cached pages would overlap with it.
        refetchCachedPages: false,
      },
      query: ({ pageParam: before }) =>
        apiRequest<Calls['listNotifications']>('GET', path, { query: { limit: pageSize, before } }),
      providesTags: ['Notifications'],
    }),

    readNotifications: build.mutation<CallAnswer<Calls['readNotifications']>, string>({
      query: (up_to) => apiRequest<Calls['readNotifications']>('POST', `${path}/read`, { body: { up_to } }),
      invalidatesTags: (done) => (done ? ['Notifications'] : []),
    }),

    /** Number of unread notifications. Fails without retries or a message: the user did not ask for it. */
    unread: build.query<number, void>({
      queryFn: (_, { signal }) =>
        call(apiRequest<Calls['listNotifications']>('GET', path, { query: { limit: 1 } }), { within: 0, signal }).then(
          ({ unread }) => ({ data: unread }),
          (error: ApiError | NetworkError) => ({ error }),
        ),
      providesTags: ['Notifications'],
    }),

    notificationSettings: build.query<CallAnswer<Calls['getNotificationSettings']>, void>({
      query: () => apiRequest<Calls['getNotificationSettings']>('GET', `${path}/settings`, {}),
    }),

    /** Optimistic: shown immediately, reverted on failure. */
    changeNotificationSettings: build.mutation<
      CallAnswer<Calls['changeNotificationSettings']>,
      Partial<CallInput<Calls['changeNotificationSettings']>['body']>
    >({
      query: ({ settings = {}, weekly_mail }) =>
        apiRequest<Calls['changeNotificationSettings']>('PUT', `${path}/settings`, {
          body: { settings, ...(weekly_mail !== undefined && { weekly_mail }) },
        }),
      onQueryStarted: ({ settings = {}, weekly_mail }, { dispatch, queryFulfilled }) => {
        const chosen = dispatch(
          notificationsApi.util.updateQueryData('notificationSettings', undefined, (kept) => {
            for (const [kind, choice] of Object.entries(settings)) {
              Object.assign(kept.settings[kind as NotificationKind], choice);
            }
            if (weekly_mail !== undefined) kept.weekly_mail = weekly_mail;
          }),
        );
        queryFulfilled.catch(chosen.undo);
      },
    }),

    subscribeToPush: build.mutation<CallAnswer<Calls['subscribeToPush']>, CallInput<Calls['subscribeToPush']>['body']>({
      query: (body) => apiRequest<Calls['subscribeToPush']>('POST', `${path}/push`, { body }),
      onQueryStarted: onSuccess((dispatch) => dispatch(isOnHere(true))),
    }),

    unsubscribeFromPush: build.mutation<CallAnswer<Calls['unsubscribeFromPush']>, void>({
      query: () => apiRequest<Calls['unsubscribeFromPush']>('DELETE', `${path}/push`, {}),
      onQueryStarted: onSuccess((dispatch) => dispatch(isOnHere(false))),
    }),
  }),
});

const isOnHere = (on: boolean) =>
  notificationsApi.util.updateQueryData('notificationSettings', undefined, ({ push }) => {
    push.on_here = on;
  });

const selectUnreadIn = notificationsApi.endpoints.unread.select();

/** Returns the number of unread notifications; undefined while it is unknown. */
export const selectUnread = (state: WithServer): number | undefined => selectUnreadIn(state).data;
