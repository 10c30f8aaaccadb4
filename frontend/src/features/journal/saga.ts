import type { Action } from '@reduxjs/toolkit';
import { put, type SagaGenerator, takeEvery } from 'typed-redux-saga';
import { greeted, isNotificationOf } from '../../entities/live/slice.ts';
import { playsApi } from '../../entities/plays/api.ts';
import type { StateModule } from '../../lib/page-module.ts';
import { safely } from '../../lib/safely.ts';

const isOfVault = isNotificationOf('vault');
const isReason = (action: Action) => greeted.match(action) || isOfVault(action);

/** Reloads the visible journal after a change in another tab or on another device. */
function* askAgain(): SagaGenerator<void> {
  yield* put(playsApi.util.invalidateTags(['Plays']));
}

function* journalSaga(): SagaGenerator<void> {
  yield* takeEvery(isReason, safely(askAgain));
}

export const journalState: StateModule = { saga: journalSaga };
