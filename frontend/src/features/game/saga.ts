import { put, type SagaGenerator, takeEvery } from 'typed-redux-saga';
import { isNotificationOf, type notified } from '../../entities/live/slice.ts';
import type { StateModule } from '../../lib/page-module.ts';
import { safely } from '../../lib/safely.ts';
import { freshFor, gameApi } from './api.ts';
import { gameApproached } from './approached.ts';

/** Prefetches a game, so that its page opens at once. */
function* prefetch({ payload: guid }: ReturnType<typeof gameApproached>): SagaGenerator<void> {
  yield* put(gameApi.util.prefetch('game', guid, { ifOlderThan: freshFor }) as never);
}

/** Invalidates a changed game; RTK Query reloads it immediately if it is on screen. */
function* forget({ payload }: ReturnType<typeof notified>): SagaGenerator<void> {
  yield* put(gameApi.util.invalidateTags([{ type: 'Game', id: String(payload.data.guid) }]));
}

function* gameSaga(): SagaGenerator<void> {
  yield* takeEvery(gameApproached, safely(prefetch));
  yield* takeEvery(isNotificationOf('game'), safely(forget));
}

export const gameState: StateModule = { saga: gameSaga };
