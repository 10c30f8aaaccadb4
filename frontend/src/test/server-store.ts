import { idempotencyKeyHeader } from '@nightshelf/contracts/headers.ts';
import { configureStore, type ThunkDispatch, Tuple, type UnknownAction } from '@reduxjs/toolkit';
import createSagaMiddleware from 'redux-saga';
import { vi } from 'vitest';
import { alertsSlice } from '../entities/alerts/slice.ts';
import { librarySlice } from '../entities/library/slice.ts';
import { serverApi } from '../entities/server/api.ts';
import { serverState } from '../entities/server/state.ts';
import { sessionSlice, signedIn } from '../entities/session/slice.ts';
import { ApiError } from '../lib/api-errors.ts';
import type { StateModule } from '../lib/page-module.ts';
import { aUser } from './builders.ts';

interface MadeRequest {
  readonly method: string;
  /** Includes the query. */
  readonly address: string;
  readonly body?: unknown;
  /** The `Idempotency-Key` header. */
  readonly key: string | null;
  /** The client has aborted the request. */
  readonly aborted: () => boolean;
}

/** A body, an error or a function of the request; a promise simulates a slow network. */
type Response = object | Error | ((made: MadeRequest) => object | Error | Promise<object | Error>);

const isOf = (endpoint: string, { method, address }: MadeRequest): boolean =>
  new RegExp(`^${endpoint.replace(/:\w+/g, '[^/?]+')}(\\?|$)`).test(`${method} ${address}`);

function respond(response: object | Error): globalThis.Response {
  if (response instanceof ApiError) return globalThis.Response.json(response.failure, { status: response.status });
  if (response instanceof Error) throw response;
  return globalThis.Response.json(response);
}

/**
 * A store for pages with server data, over a network that the test answers. An unreachable server is reported only
 * after many retries, so such a test advances fake timers (`settle`).
 * @param responses by `METHOD /path` of the contract
 * @param state modules whose sagas run too
 */
export function serverStore(responses: Readonly<Record<string, Response>>, state: readonly StateModule[] = []) {
  const made: MadeRequest[] = [];
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', headers, body, signal }: RequestInit) => {
    const sent = body ? { body: JSON.parse(String(body)) } : {};
    const key = new Headers(headers).get(idempotencyKeyHeader);
    const request: MadeRequest = { method, address, ...sent, key, aborted: () => signal?.aborted === true };
    made.push(request);
    const response = Object.entries(responses).find(([endpoint]) => isOf(endpoint, request))?.[1];
    if (!response) throw new Error(`No response for ${method} ${address}`);
    const { promise: ended, reject } = Promise.withResolvers<never>();
    signal?.addEventListener('abort', () => reject(signal.reason));
    return respond(await Promise.race([typeof response === 'function' ? response(request) : response, ended]));
  });
  const sagas = createSagaMiddleware();
  const store = configureStore({
    reducer: {
      [serverApi.reducerPath]: serverApi.reducer,
      alerts: alertsSlice.reducer,
      library: librarySlice.reducer,
      session: sessionSlice.reducer,
    },
    middleware: () => new Tuple(...(serverState.middleware ?? []), sagas),
  });
  for (const { saga } of [serverState, ...state]) sagas.run(saga);
  store.dispatch(signedIn(aUser()));
  const dispatch = store.dispatch as ThunkDispatch<object, unknown, UnknownAction>;
  return {
    made,
    store,
    dispatch,
    state: store.getState,
    alerts: () => store.getState().alerts.map(({ text }) => text),
  };
}

/** Longer than any retry. */
export const settle = () => vi.advanceTimersByTimeAsync(60_000);
