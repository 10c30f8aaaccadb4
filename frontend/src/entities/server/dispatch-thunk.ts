import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit';
import { put, type SagaGenerator } from 'typed-redux-saga';

/** Dispatches a thunk from a saga, such as an endpoint's `initiate`. `put` gives back what it returns; its types do not. */
export function* dispatchThunk<Result>(thunk: ThunkAction<Result, never, never, UnknownAction>): SagaGenerator<Result> {
  return (yield* put(thunk as never)) as Result;
}
