import type { CallAnswer, CallInput, NotificationSettings, notificationCalls } from '@nightshelf/contracts';
import { onceDone, serverApi } from '../../entities/server/api.ts';
import type { ApiRequest } from '../../lib/api-client.ts';
import { noteUnread } from './unread.ts';

type Calls = typeof notificationCalls;

/** Notifications in one response. */
const pageSize = 20;

export const notificationsApi = serverApi.enhanceEndpoints({ addTagTypes: ['Notifications'] }).injectEndpoints({
  endpoints: (build) => ({
    notifications: build.infiniteQuery<CallAnswer<Calls['listNotifications']>, void, string | undefined>({
      infiniteQueryOptions: {
        initialPageParam: undefined,
        getNextPageParam: ({ next }) => next ?? undefined,
        // Of what is new the first page tells; older pages would not fit behind it.
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

    notificationSettings: build.query<NotificationSettings, void>({
      query: (): ApiRequest<Calls['getNotificationSettings']> => ({
        method: 'GET',
        path: '/api/notifications/settings',
      }),
      transformResponse: ({ settings }: CallAnswer<Calls['getNotificationSettings']>) => settings,
    }),

    /** Shown as chosen at once, and as it was when that fails. */
    changeNotificationSettings: build.mutation<
      CallAnswer<Calls['changeNotificationSettings']>,
      CallInput<Calls['changeNotificationSettings']>['body']['settings']
    >({
      query: (settings): ApiRequest<Calls['changeNotificationSettings']> => ({
        method: 'PUT',
        path: '/api/notifications/settings',
        body: { settings },
      }),
      onQueryStarted: (settings, { dispatch, queryFulfilled }) => {
        const chosen = dispatch(
          notificationsApi.util.updateQueryData('notificationSettings', undefined, (kept) => {
            Object.assign(kept, settings);
          }),
        );
        queryFulfilled.catch(chosen.undo);
      },
    }),
  }),
});

export const {
  useNotificationsInfiniteQuery,
  useReadNotificationsMutation,
  useNotificationSettingsQuery,
  useChangeNotificationSettingsMutation,
} = notificationsApi;
