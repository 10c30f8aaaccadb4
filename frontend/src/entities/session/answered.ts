import type { CallAnswer } from '@nightshelf/contracts/call.ts';
import type * as authCalls from '@nightshelf/contracts/calls/auth.ts';
import { put, type SagaGenerator, select } from 'typed-redux-saga';
import { notedSignOut } from '../../lib/sign-out-note.ts';
import { endOfSession, verifyToken } from './api.ts';
import { rememberedUser } from './last-user.ts';
import { selectVaultOwner } from './selectors.ts';
import { signedIn, signedOut, verified } from './slice.ts';

/** Takes the server's word for who is signed in. Where that is another than this page took it to be, they have come in their place. */
function* takeAnswered(answer: CallAnswer<typeof authCalls.verifyToken>): SagaGenerator<void> {
  const before = yield* select(selectVaultOwner);
  const ends = endOfSession(answer);
  const { user } = answer;
  const isAnother = user && before && before.id !== user.id;
  yield* put(isAnother ? signedIn(user, ends) : verified(user, ends));
}

/**
 * Asks who is signed in; again where an answer is of before somebody came, or left, in another tab.
 * @param whileUnreached milliseconds for which it is tried while nobody answers at all
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
