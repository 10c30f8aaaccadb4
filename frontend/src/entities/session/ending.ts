import { eventChannel } from 'redux-saga';
import { call, put, type SagaGenerator, select, takeLeading } from 'typed-redux-saga';
import { sessionExpired, sessionMistaken } from '../../lib/request.ts';
import { safely } from '../../lib/safely.ts';
import { whileKept } from '../../lib/until-online.ts';
import { endOfSession, verifyToken } from './api.ts';
import { noteTime, readLastUser, rememberedUser } from './last-user.ts';
import { selectUser } from './selectors.ts';
import { verified } from './slice.ts';

/** Milliseconds for which the server's word is taken in a page that stays open. */
const fresh = 12 * 60 * 60 * 1000;

const turns = () =>
  eventChannel<true>((emit) => {
    const tell = () => emit(true);
    document.addEventListener('visibilitychange', tell);
    return () => document.removeEventListener('visibilitychange', tell);
  });

/** Whoever looks at a page again that was left open for long: has the session ended, and when will it? */
function* askAgain(): SagaGenerator<void> {
  noteTime();
  const { at = 0 } = rememberedUser() ?? {};
  const isOld = Date.now() - at > fresh || !readLastUser();
  if (document.visibilityState === 'visible' && isOld && (yield* select(selectUser))) yield* ask();
}

function* ask(): SagaGenerator<void> {
  try {
    const answer = yield* verifyToken(whileKept);
    yield* put(verified(answer.user, endOfSession(answer)));
  } catch {
    if (!readLastUser()) yield* put(sessionExpired());
  }
}

export function* endingSaga(): SagaGenerator<void> {
  yield* takeLeading(yield* call(turns), safely(askAgain));
  yield* takeLeading(sessionMistaken.type, safely(ask));
}
