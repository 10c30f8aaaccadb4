import type { UnknownAction } from '@reduxjs/toolkit';
import { call, fork, put, race, type SagaGenerator, select, take, takeEvery, takeLeading } from 'typed-redux-saga';
import { actAs, whoActs } from '../../lib/acting-user.ts';
import { NetworkError } from '../../lib/api-errors.ts';
import type { StateModule } from '../../lib/page-module.ts';
import { sessionExpired, sessionMistaken } from '../../lib/request.ts';
import { safely } from '../../lib/safely.ts';
import { notedSignOut, noteSignOut } from '../../lib/sign-out-note.ts';
import { untilOnline, whileKept } from '../../lib/until-online.ts';
import { forgetUserCaches } from '../../lib/user-caches.ts';
import { alertRaised } from '../alerts/slice.ts';
import { forgetDevice, mayLeave } from '../device/forget-device.ts';
import { askWho } from './answered.ts';
import { noteTime, readLastUser, rememberedUser, writeLastUser } from './last-user.ts';
import { selectUser, selectVaultOwner } from './selectors.ts';
import {
  presumed,
  sessionSlice,
  signedIn,
  signedOut,
  signOutRequested,
  unverified,
  userChanged,
  verified,
} from './slice.ts';

/**
 * Asks who is signed in. When that fails, the visitor is signed out and sees no message. Where nobody answered at all, and
 * somebody's vault may be kept, it is asked again when there is a network.
 */
function* verify(): SagaGenerator<void> {
  if (notedSignOut()) {
    yield* put(verified(null));
    return;
  }
  while (true) {
    const last = readLastUser();
    // Ended by time, whoever can be asked.
    if (!last && rememberedUser()) yield* put(sessionExpired());
    if (last) yield* put(presumed(last));
    try {
      yield* askWho(last ? whileKept : undefined);
      return;
    } catch (error) {
      const reader = error instanceof NetworkError && !notedSignOut() ? readLastUser() : null;
      noteTime();
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
function* remember(action: UnknownAction): SagaGenerator<void> {
  const user = yield* select(selectUser);
  const acted = whoActs();
  // At once, before anybody acts.
  actAs(user?.id ?? null);
  // Another tab may have forgotten whoever was here, or signed in somebody else, while this page went on keeping things of theirs.
  const before = new Set([rememberedUser()?.id, acted]);
  try {
    for (const id of before) if (id && id !== user?.id) yield* call(forgetUser, id, isAsked(action, id, acted));
  } finally {
    // Last, so that the next start does what this one did not live to do.
    if (signedIn.match(action)) writeLastUser(null);
    const ends = (verified.match(action) || signedIn.match(action)) && action.meta.ends;
    // Unless somebody has come in another tab meanwhile.
    if (user || !readLastUser()) writeLastUser(user, ends || undefined);
  }
}

/** What was not sent goes with who has signed out, and was asked. */
const isAsked = (action: UnknownAction, id: string, acted: string | null): boolean =>
  signedOut.match(action) && (acted === null || acted === id);

async function forgetUser(id: string, withUnsent: boolean): Promise<void> {
  if (rememberedUser()?.id === id) noteTime(true);
  await forgetUserCaches();
  // They may have signed in again in another tab.
  if (readLastUser()?.id !== id) await forgetDevice(id, withUnsent);
}

const notSignedOut = 'You could not be signed out. Reload this page, and try again.';

const loadSigningOut = () => import('./signing-out.ts');

function* untilGone(userId: string): SagaGenerator<void> {
  while ((yield* select(selectVaultOwner))?.id === userId) yield* take('*');
}

/** @returns whether they may leave, and are still there when they have been asked about what is not sent */
function* asksToLeave(userId: string): SagaGenerator<boolean> {
  const gone = new AbortController();
  try {
    const { may } = yield* race({ may: call(mayLeave, userId, gone.signal), gone: call(untilGone, userId) });
    return may === true;
  } finally {
    gone.abort();
  }
}

const isAnotherHere = (userId: string): boolean => (rememberedUser()?.id ?? userId) !== userId;

/** Where that part is not here, and there is no network to fetch it from, the next start tells the server. */
function* signOut(): SagaGenerator<void> {
  const owner = yield* select(selectVaultOwner);
  try {
    if (owner && !isAnotherHere(owner.id) && !(yield* asksToLeave(owner.id))) return;
  } catch {
    // The code that asks is not here: a release has taken it away, or there is no network.
    yield* put(alertRaised({ tone: 'error', text: notSignedOut }));
    return;
  }
  // Another tab has signed in somebody else, maybe while they were asked: it is their session that would end.
  if (owner && isAnotherHere(owner.id)) {
    yield* put(sessionMistaken());
    return;
  }
  noteSignOut();
  try {
    const { finishSignOut } = yield* call(loadSigningOut);
    yield* finishSignOut();
  } catch {
    yield* put(signedOut());
  }
}

/** What a visitor has no need of, and is here before the network may be gone. */
function* followSignOuts(): SagaGenerator<void> {
  while (!notedSignOut() && !(yield* select(selectVaultOwner)))
    yield* take([verified.type, unverified.type, signedIn.type]);
  const { signingOutSaga } = yield* call(loadSigningOut);
  yield* signingOutSaga();
}

export function* sessionSaga(): SagaGenerator<void> {
  yield* takeEvery(
    [verified.type, signedIn.type, signedOut.type, sessionExpired.type, userChanged.type],
    safely(remember),
  );
  yield* fork(safely(verifyUnlessKnown));
  yield* takeLeading(signOutRequested, safely(signOut));
  yield* fork(safely(followSignOuts));
}

export const sessionState: StateModule = { slice: sessionSlice, saga: sessionSaga };
