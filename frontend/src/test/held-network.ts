import { configureStore, Tuple } from '@reduxjs/toolkit';
import createSagaMiddleware from 'redux-saga';
import { vi } from 'vitest';
import type { StateModule } from '../lib/page-module.ts';

interface HeldRequest {
  readonly address: string;
  readonly body: unknown;
  /** The client has aborted the request. */
  readonly aborted: () => boolean;
  readonly answer: (body: object) => void;
  /** Breaks the connection. */
  readonly fail: () => void;
}

/**
 * Runs a feature's state over a network whose requests stay open until the test answers them. expectSaga does not
 * propagate cancellation to calls, so test it with this.
 */
export function overHeldNetwork<State>({ slice, saga }: StateModule) {
  if (!slice) throw new Error('There is no state to look at');
  const requests: HeldRequest[] = [];
  let open = 0;
  vi.stubGlobal('fetch', (address: string, { signal, body }: RequestInit) => {
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    signal?.addEventListener('abort', () => reject(signal.reason));
    open += 1;
    promise
      .finally(() => {
        open -= 1;
      })
      .catch(() => {});
    requests.push({
      address,
      body: body && JSON.parse(String(body)),
      aborted: () => signal?.aborted === true,
      answer: (body) => resolve(Response.json(body)),
      fail: () => reject(new TypeError('Failed to fetch')),
    });
    return promise;
  });
  const sagas = createSagaMiddleware();
  const store = configureStore({ reducer: { [slice.name]: slice.reducer }, middleware: () => new Tuple(sagas) });
  sagas.run(saga);
  return {
    requests,
    /** Number of requests without a response. */
    unanswered: () => open,
    dispatch: store.dispatch,
    state: () => store.getState()[slice.name] as State,
  };
}
