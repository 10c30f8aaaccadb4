import type { Middleware, ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { QueryStatus } from '@reduxjs/toolkit/query/react';
import { serverApi } from './api.ts';

export interface WithServer {
  readonly server: ReturnType<typeof serverApi.reducer>;
}

type Dispatch = ThunkDispatch<WithServer, unknown, UnknownAction>;

const { unsubscribeQueryResult, removeQueryResult, internal_getRTKQSubscriptions } = serverApi.internalActions;

type CacheKey = Parameters<typeof removeQueryResult>[0]['queryCacheKey'];

/** The result of `internal_getRTKQSubscriptions`, whose declared type is incomplete. */
interface Subscriptions {
  readonly getSubscriptionCount: (queryCacheKey: string) => number;
}

/** Aborts a query in flight without subscribers; RTK would finish it for the cache. */
export const endUnwanted =
  (queryCacheKey: string) =>
  (dispatch: Dispatch, getState: () => WithServer): void => {
    const query = getState().server.queries[queryCacheKey];
    const subscriptions = dispatch(internal_getRTKQSubscriptions()) as unknown as Subscriptions;
    if (query?.status !== QueryStatus.pending || subscriptions.getSubscriptionCount(queryCacheKey) > 0) return;
    const { endpointName, originalArgs, data } = query;
    dispatch(serverApi.util.getRunningQueryThunk(endpointName as never, originalArgs as never))?.abort();
    if (data === undefined) dispatch(removeQueryResult({ queryCacheKey: queryCacheKey as CacheKey }));
  };

/** Aborts a query after its last subscriber has left, once the next render could have subscribed. */
export const endWhenLeft: Middleware<object, WithServer, Dispatch> =
  ({ dispatch }) =>
  (next) =>
  (action) => {
    const result = next(action);
    if (unsubscribeQueryResult.match(action)) {
      queueMicrotask(() => dispatch(endUnwanted(action.payload.queryCacheKey)));
    }
    return result;
  };
