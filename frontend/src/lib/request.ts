import type { CallAnswer } from '@nightshelf/contracts/call.ts';
import { createAction, type UnknownAction } from '@reduxjs/toolkit';
import { put, type SagaGenerator, call as sagaCall } from 'typed-redux-saga';
import {
  type AnyCall,
  type ApiRequest,
  type CallOptions,
  type ChangedAnswer,
  call,
  callIfChanged,
  type Known,
} from './api-client.ts';
import { ApiError, otherUser } from './api-errors.ts';
import type { BeginIntent } from './intent-key.ts';

/** A call was refused because nobody is signed in (any more). */
export const sessionExpired = createAction('session/expired');

/** A call was refused, or answered for them, because somebody else is signed in than this page takes to be. */
export const sessionMistaken = createAction('session/mistaken');

/** What a refusal says of who is signed in; null when nothing. */
export function sessionAfter(error: unknown): UnknownAction | null {
  if (!(error instanceof ApiError)) return null;
  if (error.status === 401) return sessionExpired();
  return error.code === otherUser ? sessionMistaken() : null;
}

/** Runs a call so that it ends on the network when the saga is cancelled, and the session when it is refused. */
function* inSession<Result>(run: (signal: AbortSignal) => SagaGenerator<Result>): SagaGenerator<Result> {
  const controller = new AbortController();
  let settled = false;
  try {
    const result = yield* run(controller.signal);
    settled = true;
    return result;
  } catch (error) {
    settled = true;
    const follows = sessionAfter(error);
    if (follows) yield* put(follows);
    throw error;
  } finally {
    // No `yield* cancelled()` here: to yield while being cancelled would bring the caller, behind its own yield*, back to
    // life with a made-up answer.
    if (!settled) controller.abort();
  }
}

/**
 * Makes one call from a saga, typed by its contract. When the saga is cancelled, so is the request on the network; a 401 signs
 * the user out. What nobody answers is sent again (resend.ts): a failure is seen here only after that, or after the user's
 * Cancel. Where something else can be shown meanwhile, pass `whileUnreached` or `within`; an action that a "Try again"
 * dispatches anew carries its `Idempotency-Key` itself.
 * @throws ApiError, NetworkError
 */
export const request = <C extends AnyCall>(
  input: ApiRequest<C>,
  options: Omit<CallOptions, 'signal'> = {},
): SagaGenerator<CallAnswer<C>> => inSession((signal) => sagaCall(call<C>, input, { ...options, signal }));

/**
 * The same for a form that may be sent again after its answer was lost.
 * @param begin of the form, or of its visit where another may say the same
 * @throws ApiError, NetworkError
 */
export function* requestAsOne<C extends AnyCall>(
  input: ApiRequest<C>,
  begin: BeginIntent,
): SagaGenerator<CallAnswer<C>> {
  const { key, failed } = begin(input);
  try {
    return yield* request(input, { key });
  } catch (error) {
    failed(error);
    throw error;
  }
}

/**
 * Asks again from a saga for something of which an answer is known (null: for the first time).
 * @returns the new answer and what it is known by, or null when nothing has changed
 * @throws ApiError, NetworkError
 */
export const requestIfChanged = <C extends AnyCall>(
  input: ApiRequest<C>,
  known: Known | null,
  options: Omit<CallOptions, 'signal'> = {},
): SagaGenerator<ChangedAnswer<C> | null> =>
  inSession((signal) => sagaCall(callIfChanged<C>, input, known, { ...options, signal }));
