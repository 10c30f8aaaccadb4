import type { CallAnswer } from '@nightshelf/contracts';
import { createAction } from '@reduxjs/toolkit';
import { cancelled, put, type SagaGenerator, call as sagaCall } from 'typed-redux-saga';
import { type AnyCall, type ApiRequest, call } from './api-client.ts';
import { ApiError } from './api-errors.ts';

/** A call was refused because nobody is signed in (any more). */
export const sessionExpired = createAction('session/expired');

/**
 * Makes one call from a saga. When the saga is cancelled, so is the request on the network.
 * @throws ApiError, NetworkError
 */
export function* request<C extends AnyCall>(input: ApiRequest<C>): SagaGenerator<CallAnswer<C>> {
  const controller = new AbortController();
  try {
    return yield* sagaCall(call<C>, input, controller.signal);
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) yield* put(sessionExpired());
    throw error;
  } finally {
    if (yield* cancelled()) controller.abort();
  }
}
