import { type BaseQueryFn, createApi } from '@reduxjs/toolkit/query/react';
import { type AnyRequest, call } from '../../lib/api-client.ts';
import { ApiError, NetworkError } from '../../lib/api-errors.ts';
import { lastIntent } from '../../lib/intent-key.ts';
import { sessionAfter } from '../../lib/request.ts';

interface Options {
  /** What was seen once is kept on the device, and shown again while the server cannot be asked. */
  readonly isKept?: boolean;
}

/** An answer that may be one of an earlier time. */
export interface MaybeKept {
  /** When it was the server's, in milliseconds since 1970; absent while it is. */
  readonly kept_at?: number;
}

type Ask = BaseQueryFn<AnyRequest, unknown, ApiError | NetworkError, Options>;

// Of another chunk: what it needs is in one that needs this file first.
const askOrKept: (request: AnyRequest, api: Parameters<Ask>[1]) => Promise<object> = async (request, api) =>
  (await import('./kept-answers.ts')).askOrKept(request, api);

interface WithMutations {
  readonly server: { readonly mutations: Readonly<Record<string, { readonly error?: unknown } | undefined>> };
}

const begin = lastIntent();

/**
 * Sent again from the form that shows that it was lost, it is not done twice: RTK forgets an error with its form. What sets or
 * removes does so once by itself, and is meant anew each time.
 */
async function create(request: AnyRequest, api: Parameters<Ask>[1]): Promise<object> {
  const isTold = (failure: unknown) =>
    Object.values((api.getState() as WithMutations).server.mutations).some((made) => made?.error === failure);
  const { key, failed } = begin(request, isTold);
  try {
    return await ask(request, api, key);
  } catch (error) {
    failed(error);
    throw error;
  }
}

// Each endpoint holds its request to the contract; here they are all alike.
const ask = (request: AnyRequest, { signal }: Parameters<Ask>[1], key?: string): Promise<object> =>
  call(request as never, { signal, key }).catch((error: unknown) => {
    throw error instanceof ApiError ? error : new NetworkError(error);
  });

/** Makes a request as sagas do: sent again while nobody answers, under one key, ending the session when it is refused. */
const baseQuery: Ask = async (request, api, { isKept = false } = {}) => {
  try {
    if (isKept) return { data: await askOrKept(request, api) };
    const isNew = api.type === 'mutation' && request.method === 'POST';
    return { data: await (isNew ? create(request, api) : ask(request, api)) };
  } catch (error) {
    if (!(error instanceof ApiError)) return { error: error instanceof NetworkError ? error : new NetworkError(error) };
    const follows = sessionAfter(error);
    if (follows) api.dispatch(follows);
    return { error };
  }
};

/** What comes from the server. Each feature adds its endpoints in its `api.ts`. */
export const serverApi = createApi({
  reducerPath: 'server',
  baseQuery,
  tagTypes: ['Activity', 'Deeds', 'Factors', 'Favourites', 'Game', 'Kept', 'Lists', 'Profile', 'Sessions'],
  endpoints: () => ({}),
  // What a page has shown once stands there at once on the next visit, while it is asked for again.
  keepUnusedDataFor: Number.POSITIVE_INFINITY,
  refetchOnMountOrArgChange: true,
});

/** The tag of what is to be asked for again when the server is there. */
export const keptTag = (...answers: readonly (MaybeKept | undefined)[]): 'Kept'[] =>
  answers.some((answer) => answer?.kept_at !== undefined) ? ['Kept'] : [];

/** For `onQueryStarted`: what follows a request that succeeds. A failure is told where the request was made. */
export async function onceDone<Data>(done: PromiseLike<{ data: Data }>, then: (data: Data) => void): Promise<void> {
  await done.then(
    ({ data }) => then(data),
    () => {},
  );
}
