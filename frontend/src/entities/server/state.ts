import type { Middleware } from '@reduxjs/toolkit';
import { thunk } from 'redux-thunk';
import { put, type SagaGenerator, takeEvery } from 'typed-redux-saga';
import type { StateModule } from '../../lib/page-module.ts';
import { signedIn, signedOut } from '../session/slice.ts';
import { serverApi } from './api.ts';
import { endWhenLeft } from './end-unwanted.ts';

/** Nothing that one user has seen is left for the next. */
function* forget(): SagaGenerator<void> {
  yield* put(serverApi.util.resetApiState());
}

function* serverSaga(): SagaGenerator<void> {
  yield* takeEvery([signedIn.type, signedOut.type], forget);
}

/** Of every page that shows what comes from the server. */
export const serverState: StateModule = {
  slice: { name: serverApi.reducerPath, reducer: serverApi.reducer },
  saga: serverSaga,
  // Their types want a store that takes thunks, which this one does with them.
  middleware: [endWhenLeft, thunk, serverApi.middleware] as readonly Middleware[],
};
