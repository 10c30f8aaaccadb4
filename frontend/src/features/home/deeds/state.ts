import { put, type SagaGenerator, takeEvery } from 'typed-redux-saga';
import { greeted, isHintOf } from '../../../entities/live/slice.ts';
import type { StateModule } from '../../../lib/page-module.ts';
import { safely } from '../../../lib/safely.ts';
import { deedsApi } from './api.ts';

function* askAgain(): SagaGenerator<void> {
  yield* put(deedsApi.util.invalidateTags(['Deeds']));
}

/** Reloads when the live connection reopens, and after a follow or unfollow elsewhere. */
function* deedsSaga(): SagaGenerator<void> {
  yield* takeEvery(greeted, safely(askAgain));
  yield* takeEvery(isHintOf('followers'), safely(askAgain));
}

export const deedsState: StateModule = { saga: deedsSaga };
