import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit';
import { put, type SagaGenerator } from 'typed-redux-saga';

/** Dispatches a thunk, such as an endpoint's `initiate`. `put` returns its result, but its types do not say so. */
export function* dispatchThunk<Result>(thunk: ThunkAction<Result, never, never, UnknownAction>): SagaGenerator<Result> {
  return (yield* put(thunk as never)) as Result;
}
