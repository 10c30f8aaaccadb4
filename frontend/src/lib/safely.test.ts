import { createSlice } from '@reduxjs/toolkit';
import { expectSaga } from 'redux-saga-test-plan';
import type { SagaGenerator } from 'typed-redux-saga';
import { put, takeEvery } from 'typed-redux-saga';
import { afterEach, expect, test, vi } from 'vitest';
import { safely } from './safely.ts';

const counter = createSlice({ name: 'counter', initialState: 0, reducers: { counted: (count) => count + 1 } });

function* countUnlessBroken({ broken }: { type: string; broken: boolean }): SagaGenerator<void> {
  if (broken) throw new Error('broken');
  yield* put(counter.actions.counted());
}

function* watch(): SagaGenerator<void> {
  yield* takeEvery('count', safely(countUnlessBroken));
}

afterEach(() => vi.restoreAllMocks());

test('keeps a watcher running after its handler throws, and reports the error', async () => {
  const report = vi.spyOn(console, 'error').mockImplementation(() => {});
  const { storeState } = await expectSaga(watch)
    .withReducer(counter.reducer)
    .dispatch({ type: 'count', broken: true })
    .dispatch({ type: 'count', broken: false })
    .silentRun(20);
  expect(storeState).toBe(1);
  expect(report).toHaveBeenCalledWith(expect.objectContaining({ message: 'broken' }));
});
