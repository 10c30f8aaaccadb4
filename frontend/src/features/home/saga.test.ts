import { combineReducers } from '@reduxjs/toolkit';
import { expectSaga } from 'redux-saga-test-plan';
import { expect, test } from 'vitest';
import { NetworkError } from '../../lib/api-errors.ts';
import { answering, failure } from '../../testing/answers.ts';
import { reviewsSaga } from './saga.ts';
import { reviewsLoaded, reviewsNeeded, reviewsSlice } from './slice.ts';

const reducer = combineReducers({ reviews: reviewsSlice.reducer });
const video = {
  id: 'a',
  title: 'A review',
  description: '',
  thumbnail: null,
  channel_title: 'Slow Gaming',
  published_at: '2025-11-10T08:00:00.000Z',
  embed_url: 'https://www.youtube-nocookie.com/embed/a',
  url: 'https://www.youtube.com/watch?v=a',
};

const run = (answer: object | Error, before = reducer(undefined, { type: 'start' })) =>
  expectSaga(reviewsSaga)
    .withReducer(reducer, before)
    .provide(answering({ 'GET /api/youtube/daily-reviews': answer }).providers)
    .dispatch(reviewsNeeded())
    .silentRun(40);

test('the videos of the day are shown', async () => {
  const { storeState } = await run({ videos: [video] });
  expect(storeState.reviews).toEqual({ status: 'ready', videos: [video], error: null });
});

test.each([
  [failure(503, 'media.unavailable', 'Reviews are being fetched.'), 'Reviews are being fetched.'],
  [failure(500, 'internal'), 'Failed to load videos'],
  [new NetworkError('down'), 'Failed to load daily reviews'],
])('a failure is told: %s', async (error, text) => {
  const { storeState } = await run(error);
  expect(storeState.reviews).toMatchObject({ status: 'failed', error: text });
});

test('videos that are on screen stay there when newer ones cannot be fetched', async () => {
  const { storeState } = await run(new NetworkError('down'), reducer(undefined, reviewsLoaded([video])));
  expect(storeState.reviews).toMatchObject({ status: 'ready', videos: [video] });
});
