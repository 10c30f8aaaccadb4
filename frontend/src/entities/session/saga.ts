import { fork, put, type SagaGenerator, takeLeading } from 'typed-redux-saga';
import { safely } from '../../lib/safely.ts';
import { logout, verifyToken } from './api.ts';
import { signedOut, signOutRequested, verified } from './slice.ts';

/** Asks who is signed in. When that fails, the visitor is signed out and sees no message. */
function* verify(): SagaGenerator<void> {
  try {
    const { user } = yield* verifyToken();
    yield* put(verified(user));
  } catch {
    yield* put(verified(null));
  }
}

function* signOut(): SagaGenerator<void> {
  try {
    yield* logout();
  } finally {
    yield* put(signedOut());
  }
}

export function* sessionSaga(): SagaGenerator<void> {
  yield* fork(safely(verify));
  yield* takeLeading(signOutRequested, safely(signOut));
}
