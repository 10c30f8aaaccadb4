import type { authCalls, CallAnswer } from '@nightshelf/contracts';
import { put, type SagaGenerator, select } from 'typed-redux-saga';
import { endOfSession } from './api.ts';
import { selectVaultOwner } from './selectors.ts';
import { signedIn, verified } from './slice.ts';

/** Takes the server's word for who is signed in. Where that is another than this page took it to be, they have come in their place. */
export function* takeAnswered(answer: CallAnswer<typeof authCalls.verifyToken>): SagaGenerator<void> {
  const before = yield* select(selectVaultOwner);
  const ends = endOfSession(answer);
  const { user } = answer;
  const isAnother = user && before && before.id !== user.id;
  yield* put(isAnother ? signedIn(user, ends) : verified(user, ends));
}
