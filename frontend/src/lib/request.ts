import type { CallAnswer } from '@nightshelf/contracts/call.ts';
import { createAction, type UnknownAction } from '@reduxjs/toolkit';
import { put, type SagaGenerator, call as sagaCall } from 'typed-redux-saga';
import { type AnyCall, type ApiRequest, type CallOptions, call } from './api-client.ts';
import { ApiError, otherUser } from './api-errors.ts';

/** The server refused a call because the user is not, or no longer, signed in. */
export const sessionExpired = createAction('session/expired');

/**
 * The server refused a call, or ran it for another user, because a different user is signed in than this page assumes.
 */
export const sessionMistaken = createAction('session/mistaken');

/** Returns the action that follows from an error about the session; null for other errors. */
export function sessionAfter(error: unknown): UnknownAction | null {
  if (!(error instanceof ApiError)) return null;
  if (error.status === 401) return sessionExpired();
  return error.code === otherUser ? sessionMistaken() : null;
}

/**
 * Makes a typed call from a saga; cancelling the saga aborts it, and a 401 signs the user out. It throws only after the
 * retries (resend.ts) or the user's Cancel; pass `whileUnreached` or `within` if something else can be shown sooner. An
 * action that "Try again" dispatches again brings its own idempotency key.
 * @throws ApiError, NetworkError
 */
export function* request<C extends AnyCall>(
  input: ApiRequest<C>,
  options: Omit<CallOptions, 'signal'> = {},
): SagaGenerator<CallAnswer<C>> {
  const controller = new AbortController();
  let settled = false;
  try {
    const answer = yield* sagaCall(call<C>, input, { ...options, signal: controller.signal });
    settled = true;
    return answer;
  } catch (error) {
    settled = true;
    const follows = sessionAfter(error);
    if (follows) yield* put(follows);
    throw error;
  } finally {
    // Do not use `yield* cancelled()` here: yielding during cancellation would resume the caller with a made-up result.
    if (!settled) controller.abort();
  }
}
