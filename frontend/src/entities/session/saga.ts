import {
  call,
  fork,
  put,
  race,
  type SagaGenerator,
  select,
  spawn,
  take,
  takeEvery,
  takeLeading,
} from 'typed-redux-saga';
import { NetworkError } from '../../lib/api-errors.ts';
import { leaveFor } from '../../lib/leave-for.ts';
import type { StateModule } from '../../lib/page-module.ts';
import { sessionExpired } from '../../lib/request.ts';
import { safely } from '../../lib/safely.ts';
import { untilOnline, whileKept } from '../../lib/until-online.ts';
import { forgetUserCaches } from '../../lib/user-caches.ts';
import { logout, verifyToken } from './api.ts';
import { readLastUser, writeLastUser } from './last-user.ts';
import { selectUser } from './selectors.ts';
import { sessionSlice, signedIn, signedOut, signOutRequested, unverified, userChanged, verified } from './slice.ts';

/**
 * Asks who is signed in. When that fails, the visitor is signed out and sees no message. Where nobody answered at all, and
 * somebody's vault may be kept, it is asked again when there is a network.
 */
function* verify(): SagaGenerator<void> {
  while (true) {
    const last = readLastUser();
    try {
      const { user } = yield* verifyToken(last ? whileKept : undefined);
      yield* put(verified(user));
      return;
    } catch (error) {
      const reader = error instanceof NetworkError ? last : null;
      yield* put(unverified(reader));
      if (!reader) return;
    }
    yield* untilOnline();
  }
}

/** Signing in or out answers the question before the server does. */
function* verifyUnlessKnown(): SagaGenerator<void> {
  yield* race([call(verify), take([signedIn.type, signedOut.type])]);
}

/** Remembers who is signed in; what the browser keeps of one user is gone before there is another. */
function* remember(): SagaGenerator<void> {
  const user = yield* select(selectUser);
  const before = readLastUser();
  writeLastUser(user);
  if (before && before.id !== user?.id) yield* call(forgetUserCaches);
}

function* signOut(): SagaGenerator<void> {
  let provider: string | undefined;
  try {
    provider = (yield* logout()).end_session_url;
  } finally {
    yield* put(signedOut());
  }
  // Not waited for: whoever stops the browser on its way there can sign in and out again.
  if (provider) yield* spawn(leaveFor, provider);
}

export function* sessionSaga(): SagaGenerator<void> {
  yield* takeEvery(
    [verified.type, signedIn.type, signedOut.type, sessionExpired.type, userChanged.type],
    safely(remember),
  );
  yield* fork(safely(verifyUnlessKnown));
  yield* takeLeading(signOutRequested, safely(signOut));
}

export const sessionState: StateModule = { slice: sessionSlice, saga: sessionSaga };
