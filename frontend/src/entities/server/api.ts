import { type BaseQueryFn, createApi } from '@reduxjs/toolkit/query/react';
import { type AnyRequest, call } from '../../lib/api-client.ts';
import { ApiError, NetworkError } from '../../lib/api-errors.ts';
import { sessionExpired } from '../../lib/request.ts';

/** Makes a request as sagas do: sent again while nobody answers, under one key, ending the session when it is refused. */
const baseQuery: BaseQueryFn<AnyRequest, unknown, ApiError | NetworkError> = async (request, { dispatch, signal }) => {
  try {
    // Each endpoint holds its request to the contract; here they are all alike.
    return { data: await call(request as never, { signal }) };
  } catch (error) {
    if (!(error instanceof ApiError)) return { error: new NetworkError(error) };
    if (error.status === 401) dispatch(sessionExpired());
    return { error };
  }
};

/** What comes from the server. Each feature adds its endpoints in its `api.ts`. */
export const serverApi = createApi({
  reducerPath: 'server',
  baseQuery,
  tagTypes: ['Sessions', 'Activity', 'Factors', 'Favourites', 'Game', 'Lists', 'Profile'],
  endpoints: () => ({}),
  // What a page has shown once stands there at once on the next visit, while it is asked for again.
  keepUnusedDataFor: Number.POSITIVE_INFINITY,
  refetchOnMountOrArgChange: true,
});

/** For `onQueryStarted`: what follows a request that succeeds. A failure is told where the request was made. */
export async function onceDone<Data>(done: PromiseLike<{ data: Data }>, then: (data: Data) => void): Promise<void> {
  await done.then(
    ({ data }) => then(data),
    () => {},
  );
}
