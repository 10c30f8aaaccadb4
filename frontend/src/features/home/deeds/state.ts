import { put, type SagaGenerator, takeEvery } from 'typed-redux-saga';
import { greeted, isHintOf } from '../../../entities/live/slice.ts';
import type { StateModule } from '../../../lib/page-module.ts';
import { safely } from '../../../lib/safely.ts';
import { deedsApi } from './api.ts';

function* askAgain(): SagaGenerator<void> {
  yield* put(deedsApi.util.invalidateTags(['Deeds']));
}

/** Asks again when one comes back after a while, and when one follows somebody, or no more, elsewhere. */
function* deedsSaga(): SagaGenerator<void> {
  yield* takeEvery(greeted, safely(askAgain));
  yield* takeEvery(isHintOf('followers'), safely(askAgain));
}

export const deedsState: StateModule = { saga: deedsSaga };
