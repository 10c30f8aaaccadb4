import { QueryStatus } from '@reduxjs/toolkit/query/react';
import { call, delay, put, type SagaGenerator, select, takeEvery, takeLatest } from 'typed-redux-saga';
import { isNotificationOf, type notified } from '../../entities/live/slice.ts';
import { dispatchThunk } from '../../entities/server/dispatch-thunk.ts';
import type { WithServer } from '../../entities/server/end-unwanted.ts';
import type { StateModule } from '../../lib/page-module.ts';
import { safely } from '../../lib/safely.ts';
import { gameApi, prefetchGame } from './api.ts';
import { gameApproached } from './approached.ts';

const isAnyLoading = ({ server }: WithServer): boolean =>
  Object.values(server.queries).some((query) => query?.endpointName === 'game' && query.status === QueryStatus.pending);

/** Prefetches a game unless an open page is still loading. */
function* load({ payload: guid }: ReturnType<typeof gameApproached>): SagaGenerator<void> {
  // `takeLatest` has just cancelled the previous load; let its abort take effect first.
  yield* delay(0);
  if (yield* select(isAnyLoading)) return;
  const { loading, giveUp } = yield* dispatchThunk(prefetchGame(guid));
  try {
    yield* call(() => loading);
  } finally {
    giveUp();
  }
}

/** Invalidates a changed game; RTK Query reloads it immediately if it is on screen. */
function* forget({ payload }: ReturnType<typeof notified>): SagaGenerator<void> {
  yield* put(gameApi.util.invalidateTags([{ type: 'Game', id: String(payload.data.guid) }]));
}

function* gameSaga(): SagaGenerator<void> {
  // Prefetch the last approached link only. A page that opens takes over its prefetch.
  yield* takeLatest(gameApproached, safely(load));
  yield* takeEvery(isNotificationOf('game'), safely(forget));
}

export const gameState: StateModule = { saga: gameSaga };
