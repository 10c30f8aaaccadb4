import { QueryStatus } from '@reduxjs/toolkit/query/react';
import { call, delay, type SagaGenerator, select, takeLatest } from 'typed-redux-saga';
import { dispatchThunk } from '../../entities/server/dispatch-thunk.ts';
import type { WithServer } from '../../entities/server/end-unwanted.ts';
import type { StateModule } from '../../lib/page-module.ts';
import { safely } from '../../lib/safely.ts';
import { prefetchGame } from './api.ts';
import { gameApproached } from './approached.ts';

const isAnyLoading = ({ server }: WithServer): boolean =>
  Object.values(server.queries).some((query) => query?.endpointName === 'game' && query.status === QueryStatus.pending);

/** Loads a game whose page may be visited, unless a page that is open still waits for its own. */
function* load({ payload: guid }: ReturnType<typeof gameApproached>): SagaGenerator<void> {
  // The load before has been given up in this moment.
  yield* delay(0);
  if (yield* select(isAnyLoading)) return;
  const { loading, giveUp } = yield* dispatchThunk(prefetchGame(guid));
  try {
    yield* call(() => loading);
  } finally {
    giveUp();
  }
}

/** Of the links that a pointer rests on only the last is loaded. A page that opens takes over what its link has begun. */
export function* approachSaga(): SagaGenerator<void> {
  yield* takeLatest(gameApproached, safely(load));
}

export const approachState: StateModule = { saga: approachSaga };
