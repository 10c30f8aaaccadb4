import type { Action, Middleware } from '@reduxjs/toolkit';
import { eventChannel } from 'redux-saga';
import { thunk } from 'redux-thunk';
import { put, type SagaGenerator, takeEvery } from 'typed-redux-saga';
import type { StateModule } from '../../lib/page-module.ts';
import { signedIn, signedOut, verified } from '../session/slice.ts';
import { serverApi } from './api.ts';
import { endWhenLeft } from './end-unwanted.ts';

/** Clears one user's data before the next user. */
function* forget(): SagaGenerator<void> {
  yield* put(serverApi.util.resetApiState());
}

const isKnown = (action: Action) => verified.match(action) && action.payload !== null;

/** Refetches stored responses once the server may be reachable again. */
function* askAgain(): SagaGenerator<void> {
  yield* put(serverApi.util.invalidateTags(['Kept']));
}

const returns = () =>
  eventChannel<true>((emit) => {
    const report = () => emit(true);
    globalThis.addEventListener?.('online', report);
    return () => globalThis.removeEventListener?.('online', report);
  });

function* serverSaga(): SagaGenerator<void> {
  yield* takeEvery(isKnown, askAgain);
  yield* takeEvery(returns(), askAgain);
  yield* takeEvery([signedIn.type, signedOut.type], forget);
}

/** For every page that shows server data. */
export const serverState: StateModule = {
  slice: { name: serverApi.reducerPath, reducer: serverApi.reducer },
  saga: serverSaga,
  // RTK's types require a store with thunks, which this middleware provides.
  middleware: [endWhenLeft, thunk, serverApi.middleware] as readonly Middleware[],
};
