import type { CallAnswer, CallInput } from '@nightshelf/contracts/call.ts';
import type * as notificationCalls from '@nightshelf/contracts/calls/notifications.ts';
import type { NotificationKind } from '@nightshelf/contracts/notifications.ts';
import { onceDone, serverApi } from '../../entities/server/api.ts';
import type { ApiRequest } from '../../lib/api-client.ts';
import { noteUnread } from './unread.ts';

type Calls = typeof notificationCalls;

const pageSize = 20;

const notificationsApi = serverApi.enhanceEndpoints({ addTagTypes: ['Notifications'] }).injectEndpoints({
  endpoints: (build) => ({
    notifications: build.infiniteQuery<CallAnswer<Calls['listNotifications']>, void, string | undefined>({
      infiniteQueryOptions: {
        initialPageParam: undefined,
        getNextPageParam: ({ next }) => next ?? undefined,
        // The first page shows new items; older cached pages would overlap with it.
        refetchCachedPages: false,
      },
      query: ({ pageParam: before }): ApiRequest<Calls['listNotifications']> => ({
        method: 'GET',
        path: '/api/notifications',
        query: { limit: pageSize, before },
      }),
      providesTags: ['Notifications'],
    }),

    readNotifications: build.mutation<CallAnswer<Calls['readNotifications']>, string>({
      query: (up_to): ApiRequest<Calls['readNotifications']> => ({
        method: 'POST',
        path: '/api/notifications/read',
        body: { up_to },
      }),
      invalidatesTags: (done) => (done ? ['Notifications'] : []),
      onQueryStarted: (_, { queryFulfilled }) => onceDone(queryFulfilled, ({ unread }) => noteUnread(unread)),
    }),

    notificationSettings: build.query<CallAnswer<Calls['getNotificationSettings']>, void>({
      query: (): ApiRequest<Calls['getNotificationSettings']> => ({
        method: 'GET',
        path: '/api/notifications/settings',
      }),
    }),

    /** Optimistic: shown immediately, reverted on failure. */
    changeNotificationSettings: build.mutation<
      CallAnswer<Calls['changeNotificationSettings']>,
      Partial<CallInput<Calls['changeNotificationSettings']>['body']>
    >({
      query: ({ settings = {}, weekly_mail }): ApiRequest<Calls['changeNotificationSettings']> => ({
        method: 'PUT',
        path: '/api/notifications/settings',
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
      query: (body): ApiRequest<Calls['subscribeToPush']> => ({
        method: 'POST',
        path: '/api/notifications/push',
        body,
      }),
      onQueryStarted: (_, { dispatch, queryFulfilled }) => onceDone(queryFulfilled, () => dispatch(isOnHere(true))),
    }),

    unsubscribeFromPush: build.mutation<CallAnswer<Calls['unsubscribeFromPush']>, void>({
      query: (): ApiRequest<Calls['unsubscribeFromPush']> => ({
        method: 'DELETE',
        path: '/api/notifications/push',
      }),
      onQueryStarted: (_, { dispatch, queryFulfilled }) => onceDone(queryFulfilled, () => dispatch(isOnHere(false))),
    }),
  }),
});

const isOnHere = (on: boolean) =>
  notificationsApi.util.updateQueryData('notificationSettings', undefined, ({ push }) => {
    push.on_here = on;
  });

export const {
  useNotificationsInfiniteQuery,
  useReadNotificationsMutation,
  useNotificationSettingsQuery,
  useChangeNotificationSettingsMutation,
  useSubscribeToPushMutation,
  useUnsubscribeFromPushMutation,
} = notificationsApi;
