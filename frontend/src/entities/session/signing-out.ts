import { call, delay, fork, put, race, type SagaGenerator, select, spawn, takeEvery } from 'typed-redux-saga';
import { endNotedSession } from '../../lib/end-noted-session.ts';
import { leaveFor } from '../../lib/leave-for.ts';
import { safely } from '../../lib/safely.ts';
import { notedSignOut, signOutKey } from '../../lib/sign-out-note.ts';
import { storageEvents } from '../../lib/storage-events.ts';
import { untilOnline, whileKept } from '../../lib/until-online.ts';
import { alertRaised } from '../alerts/slice.ts';
import { endingSaga } from './ending.ts';
import { readLastUser } from './last-user.ts';
import { selectVaultOwner } from './selectors.ts';
import { signedOut } from './slice.ts';

const signedOutHere = 'You’re signed out on this device. The server will be informed when you’re back online.';

/** Delivers a sign-out to the server, retrying until it succeeds. */
function* deliverSignOut(): SagaGenerator<void> {
  while (notedSignOut()) {
    try {
      yield* call(endNotedSession);
    } catch {
      yield* call(untilOnline);
    }
  }
}

const deliverNow = () => endNotedSession().catch(() => undefined);

/** Signs the user out here without waiting for the server, and delivers the sign-out later if needed. */
export function* finishSignOut(): SagaGenerator<void> {
  const delivered = deliverNow();
  yield* race([call(() => delivered), delay(whileKept)]);
  yield* put(signedOut());
  if (notedSignOut()) {
    yield* put(alertRaised({ tone: 'notice', text: signedOutHere }));
    yield* spawn(safely(deliverSignOut));
  }
  // A slow server may still return the provider's logout page.
  const provider = yield* call(() => delivered);
  // Do not wait for it: a user who cancels the navigation can sign in and out again.
  if (provider) yield* spawn(leaveFor, provider);
}

/** Helps to deliver a sign-out of another tab, which may be closed first. */
function* followSignOut({ kept }: { kept: string | null }): SagaGenerator<void> {
  if (!kept) return;
  const owner = yield* select(selectVaultOwner);
  // A suspended page may learn of it after the user has signed in again.
  const isBack = !notedSignOut() && readLastUser()?.id === owner?.id;
  if (owner && !isBack) yield* put(signedOut());
  yield* call(deliverSignOut);
}

/** Follows sign-outs of other tabs and of the previous visit. */
export function* signingOutSaga(): SagaGenerator<void> {
  yield* takeEvery(yield* call(storageEvents, signOutKey), safely(followSignOut));
  yield* fork(endingSaga);
  yield* call(deliverSignOut);
}
