import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { type BaseQueryFn, createApi } from '@reduxjs/toolkit/query/react';
import { type AnyRequest, type CallOptions, call } from '../../lib/api-client.ts';
import { ApiError, isUnjudged, NetworkError } from '../../lib/api-errors.ts';
import { newIntentKey } from '../../lib/intent-key.ts';
import { sessionAfter } from '../../lib/request.ts';
import { alertRaised } from '../alerts/slice.ts';

interface Options {
  /** Store the response on the device, to show it again while the server is unreachable. */
  readonly isKept?: boolean;
  /** For a removal: count a 404 as success, because the thing is gone. */
  readonly isDoneWhenGone?: boolean;
  /** Milliseconds after which a lost request is not resent. */
  readonly within?: number;
}

/** A response that may be from an earlier time. */
export interface MaybeKept {
  /** Time of a stored response in milliseconds since 1970; absent for a current one. */
  readonly kept_at?: number;
}

type Ask = BaseQueryFn<AnyRequest, unknown, ApiError | NetworkError, Options>;

// Import it on demand: the chunk of its imports depends on this file's chunk.
const askOrKept: (request: AnyRequest, api: Parameters<Ask>[1]) => Promise<object> = async (request, api) =>
  (await import('./kept-answers.ts')).askOrKept(request, api as never);

interface WithMutations {
  readonly server: { readonly mutations: Readonly<Record<string, { readonly error?: unknown } | undefined>> };
}

/** The last POST, if the server did not answer it. */
let unanswered: { readonly text: string; readonly key: string; readonly error: unknown } | undefined;

/**
 * Reuses the idempotency key when a form resends the last POST, which was lost and whose error is still shown, so that
 * the server runs it once; RTK forgets an error along with its form. PUT and DELETE are idempotent and need no key.
 */
async function create(request: AnyRequest, api: Parameters<Ask>[1]): Promise<object> {
  const text = JSON.stringify(request);
  const lost = unanswered;
  unanswered = undefined;
  const mutations = Object.values((api.getState() as WithMutations).server.mutations);
  const isResent = lost?.text === text && mutations.some((made) => made?.error === lost.error);
  const key = isResent ? lost.key : newIntentKey();
  try {
    return await ask(request, api, { key });
  } catch (error) {
    if (isUnjudged(error)) unanswered = { text, key, error };
    throw error;
  }
}

// Each endpoint checks its request against the contract; here the type does not matter.
const ask = (request: AnyRequest, { signal }: Parameters<Ask>[1], options: CallOptions): Promise<object> =>
  call(request as never, { signal, ...options }).catch((error: unknown) => {
    throw error instanceof ApiError ? error : new NetworkError(error);
  });

/**
 * Makes a request as sagas do: it retries with one key while the server is unreachable and ends the session on a 401.
 */
const baseQuery: Ask = async (request, api, { isKept = false, isDoneWhenGone = false, within } = {}) => {
  try {
    if (isKept) return { data: await askOrKept(request, api) };
    const isNew = api.type === 'mutation' && request.method === 'POST';
    return { data: await (isNew ? create(request, api) : ask(request, api, { within })) };
  } catch (error) {
    if (!(error instanceof ApiError)) return { error: error instanceof NetworkError ? error : new NetworkError(error) };
    if (isDoneWhenGone && error.status === 404) return { data: null };
    const follows = sessionAfter(error);
    if (follows) api.dispatch(follows);
    return { error };
  }
};

/** Server data. Each feature adds its endpoints in its `api.ts`. */
export const serverApi = createApi({
  reducerPath: 'server',
  baseQuery,
  tagTypes: [
    'Activity',
    'Feed',
    'Factors',
    'Favourites',
    'Game',
    'Kept',
    'Lists',
    'Methods',
    'Notifications',
    'Profile',
    'Sessions',
    'Tokens',
  ],
  endpoints: () => ({}),
  // Show cached data immediately on the next visit of a page, then refetch.
  keepUnusedDataFor: Number.POSITIVE_INFINITY,
  refetchOnMountOrArgChange: true,
});

/** Tags stored responses to refetch once the server is reachable. */
export const keptTag = (...answers: readonly (MaybeKept | undefined)[]): 'Kept'[] =>
  answers.some((answer) => answer?.kept_at !== undefined) ? ['Kept'] : [];

// biome-ignore lint/suspicious/noExplicitAny: the same type as RTK's
export type Dispatch = ThunkDispatch<any, any, UnknownAction>;

/** Returns an `onQueryStarted` that runs `then` after a success. The caller of the request reports errors. */
export const onSuccess =
  <Arg, Data>(then: (dispatch: Dispatch, arg: Arg, data: Data) => void) =>
  async (
    arg: Arg,
    { dispatch, queryFulfilled }: { readonly dispatch: Dispatch; readonly queryFulfilled: PromiseLike<{ data: Data }> },
  ): Promise<void> => {
    await queryFulfilled.then(
      ({ data }) => then(dispatch, arg, data),
      () => {},
    );
  };

/** Returns an `onQueryStarted` that shows a notice after a success. */
export const withNotice = <Arg, Data>(textOf: (arg: Arg, data: Data) => string) =>
  onSuccess<Arg, Data>((dispatch, arg, data) => dispatch(alertRaised({ tone: 'notice', text: textOf(arg, data) })));
