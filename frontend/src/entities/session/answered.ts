import type { CallAnswer } from '@nightshelf/contracts/call.ts';
import type * as authCalls from '@nightshelf/contracts/calls/auth.ts';
import { put, type SagaGenerator, select } from 'typed-redux-saga';
import { request } from '../../lib/request.ts';
import { notedSignOut } from '../../lib/sign-out-note.ts';
import { rememberedUser } from './last-user.ts';
import { selectVaultOwner } from './selectors.ts';
import { signedIn, signedOut, verified } from './slice.ts';

/** @param whileUnreached retry timeout in milliseconds while the server is unreachable */
const verifyToken = (whileUnreached?: number) =>
  request<typeof authCalls.verifyToken>(
    { method: 'GET', path: '/api/auth/verify-token' },
    { whileUnreached, asksWho: true },
  );

/**
 * Returns the end of the session by this device's clock, in milliseconds since 1970, since that clock may be wrong;
 * undefined when the server sent none.
 */
function endOfSession(answer: CallAnswer<typeof authCalls.verifyToken>): number | undefined {
  if (!answer.success) return undefined;
  const { session_lasts: lasts, session_ends: ends } = answer;
  if (lasts !== undefined) return Date.now() + lasts * 1000;
  // The previous release does not send the duration.
  return ends === undefined ? undefined : Date.parse(ends);
}

/** Applies the server's answer about who is signed in; a different user replaces the presumed one. */
function* takeAnswered(answer: CallAnswer<typeof authCalls.verifyToken>): SagaGenerator<void> {
  const before = yield* select(selectVaultOwner);
  const ends = endOfSession(answer);
  const { user } = answer;
  const isAnother = user && before && before.id !== user.id;
  yield* put(isAnother ? signedIn(user, ends) : verified(user, ends));
}

/**
 * Asks the server who is signed in; repeats if another tab changed the user in the meantime.
 * @param whileUnreached retry timeout in milliseconds while the server is unreachable
 * @throws ApiError, NetworkError
 */
export function* askWho(whileUnreached?: number): SagaGenerator<void> {
  while (true) {
    const before = rememberedUser();
    const answer = yield* verifyToken(whileUnreached);
    const now = rememberedUser();
    const isSame = now?.id === before?.id && now?.at === before?.at;
    if (notedSignOut()) yield* put(signedOut());
    else if (isSame || now?.id === answer.user?.id) yield* takeAnswered(answer);
    else continue;
    return;
  }
}
