import type { Middleware, ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { QueryStatus } from '@reduxjs/toolkit/query/react';
import { serverApi } from './api.ts';

export interface WithServer {
  readonly server: ReturnType<typeof serverApi.reducer>;
}

type Dispatch = ThunkDispatch<WithServer, unknown, UnknownAction>;

const { unsubscribeQueryResult, removeQueryResult, internal_getRTKQSubscriptions } = serverApi.internalActions;

type CacheKey = Parameters<typeof removeQueryResult>[0]['queryCacheKey'];

/** What the action above returns, which its type does not say. */
interface Subscriptions {
  readonly getSubscriptionCount: (queryCacheKey: string) => number;
}

/** Ends a query on the network, if it is on its way and nobody waits for it; by itself it would go on, for the cache. */
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

/** Ends a query when the last who waited for it has left: once whatever is drawn in that place has said what it wants. */
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
