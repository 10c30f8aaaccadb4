import type { CallAnswer } from '@nightshelf/contracts/call.ts';
import type * as authCalls from '@nightshelf/contracts/calls/auth.ts';
import { put, type SagaGenerator, select } from 'typed-redux-saga';
import { notedSignOut } from '../../lib/sign-out-note.ts';
import { endOfSession, verifyToken } from './api.ts';
import { rememberedUser } from './last-user.ts';
import { selectVaultOwner } from './selectors.ts';
import { signedIn, signedOut, verified } from './slice.ts';

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
