import type { Action, Middleware } from '@reduxjs/toolkit';
import { eventChannel } from 'redux-saga';
import { thunk } from 'redux-thunk';
import { put, type SagaGenerator, takeEvery } from 'typed-redux-saga';
import type { StateModule } from '../../lib/page-module.ts';
import { signedIn, signedOut, verified } from '../session/slice.ts';
import { serverApi } from './api.ts';
import { endWhenLeft } from './end-unwanted.ts';

/** Nothing that one user has seen is left for the next. */
function* forget(): SagaGenerator<void> {
  yield* put(serverApi.util.resetApiState());
}

const isKnown = (action: Action) => verified.match(action) && action.payload !== null;

/** What was shown as of an earlier time is asked for again when there may be a network, or it is known that there is one. */
function* askAgain(): SagaGenerator<void> {
  yield* put(serverApi.util.invalidateTags(['Kept']));
}

const returns = () =>
  eventChannel<true>((emit) => {
    const tell = () => emit(true);
    globalThis.addEventListener?.('online', tell);
    return () => globalThis.removeEventListener?.('online', tell);
  });

function* serverSaga(): SagaGenerator<void> {
  yield* takeEvery(isKnown, askAgain);
  yield* takeEvery(returns(), askAgain);
  yield* takeEvery([signedIn.type, signedOut.type], forget);
}

/** Of every page that shows what comes from the server. */
export const serverState: StateModule = {
  slice: { name: serverApi.reducerPath, reducer: serverApi.reducer },
  saga: serverSaga,
  // Their types want a store that takes thunks, which this one does with them.
  middleware: [endWhenLeft, thunk, serverApi.middleware] as readonly Middleware[],
};
