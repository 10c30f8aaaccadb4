import { applyMiddleware, legacy_createStore, type Reducer } from '@reduxjs/toolkit';
import createSagaMiddleware, { type Saga } from 'redux-saga';

interface CallEffect {
  readonly type: 'CALL';
  readonly payload: { readonly fn: unknown; readonly args: readonly unknown[] };
}

const isCall = (effect: unknown): effect is CallEffect =>
  typeof effect === 'object' && effect !== null && 'type' in effect && effect.type === 'CALL' && 'payload' in effect;

interface RunOptions<State> {
  readonly reducer: Reducer<State>;
  readonly state: State;
  /** Fake calls, as `answering` returns them. */
  readonly providers: { readonly call: (call: CallEffect['payload'], next: () => unknown) => unknown };
}

/** Runs a saga on a store, as a page does, until `end`, for tests that wait for a visible state. */
export function runSaga<State>(saga: Saga<[]>, { reducer, state, providers }: RunOptions<State>) {
  const faults: Error[] = [];
  const sagas = createSagaMiddleware({
    effectMiddlewares: [
      (run) => (effect) =>
        run(isCall(effect) ? (providers.call(effect.payload, () => effect) as typeof effect) : effect),
    ],
    onError: (error) => faults.push(error),
  });
  const store = legacy_createStore(reducer, state as never, applyMiddleware(sagas));
  const task = sagas.run(saga);
  return {
    store,
    state: store.getState,
    dispatch: store.dispatch,
    /** @throws the first error of the saga */
    end: () => {
      task.cancel();
      if (faults[0]) throw faults[0];
    },
  };
}
