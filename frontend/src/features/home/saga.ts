import { put, type SagaGenerator, takeLatest } from 'typed-redux-saga';
import { ApiError, messageOf } from '../../lib/api-errors.ts';
import type { StateModule } from '../../lib/page-module.ts';
import { safely } from '../../lib/safely.ts';
import { dailyReviews } from './api.ts';
import { reviewsFailed, reviewsLoaded, reviewsNeeded, reviewsSlice } from './slice.ts';
import { homeTexts } from './texts.ts';

function* loadReviews(): SagaGenerator<void> {
  try {
    const { videos } = yield* dailyReviews();
    yield* put(reviewsLoaded(videos));
  } catch (error) {
    const { failed, unreachable } = homeTexts.reviews;
    yield* put(reviewsFailed(messageOf(error, error instanceof ApiError ? failed : unreachable)));
  }
}

export function* reviewsSaga(): SagaGenerator<void> {
  yield* takeLatest(reviewsNeeded, safely(loadReviews));
}

export const reviewsState: StateModule = { slice: reviewsSlice, saga: reviewsSaga };
