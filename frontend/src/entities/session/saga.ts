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
 * Checks who is signed in. On failure the visitor counts as signed out, without a message; while the server is
 * unreachable and a vault may be stored, it retries once online.
 */
function* verify(): SagaGenerator<void> {
  if (notedSignOut()) {
    yield* put(verified(null));
    return;
  }
  while (true) {
    const last = readLastUser();
    // The session has expired, whether or not the server is reachable.
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

/** A sign-in or sign-out settles the question before the server does. */
function* verifyUnlessKnown(): SagaGenerator<void> {
  yield* race([call(verify), take([signedIn.type, signedOut.type])]);
}

/** Remembers who is signed in, and deletes one user's stored data before the next. */
function* remember(action: UnknownAction): SagaGenerator<void> {
  const user = yield* select(selectUser);
  const acted = whoActs();
  // Set it before any request of the new user.
  actAs(user?.id ?? null);
  // Another tab may have changed the user while this page went on storing the previous user's data.
  const before = new Set([rememberedUser()?.id, acted]);
  try {
    for (const id of before) if (id && id !== user?.id) yield* call(forgetUser, id, isAsked(action, id, acted));
  } finally {
    // Write it last, so that the next start repeats an interrupted cleanup.
    if (signedIn.match(action)) writeLastUser(null);
    const ends = (verified.match(action) || signedIn.match(action)) && action.meta.ends;
    // Keep a user who has signed in in another tab in the meantime.
    if (user || !readLastUser()) writeLastUser(user, ends || undefined);
  }
}

/** Deletes unsent changes only of the user who has signed out, because only they were asked. */
const isAsked = (action: UnknownAction, id: string, acted: string | null): boolean =>
  signedOut.match(action) && (acted === null || acted === id);

async function forgetUser(id: string, withUnsent: boolean): Promise<void> {
  if (rememberedUser()?.id === id) noteTime(true);
  await forgetUserCaches();
  // The user may have signed in again in another tab.
  if (readLastUser()?.id !== id) await forgetDevice(id, withUnsent);
}

const notSignedOut = 'Couldn’t sign you out. Reload this page, and try again.';

const loadSigningOut = () => import('./signing-out.ts');

function* untilGone(userId: string): SagaGenerator<void> {
  while ((yield* select(selectVaultOwner))?.id === userId) yield* take('*');
}

/** @returns whether the user agreed to sign out, and is still the same user */
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

/** Signs out; if its code cannot be loaded, the next start notifies the server. */
function* signOut(): SagaGenerator<void> {
  const owner = yield* select(selectVaultOwner);
  try {
    if (owner && !isAnotherHere(owner.id) && !(yield* asksToLeave(owner.id))) return;
  } catch {
    // The question's code could not be loaded: a new release removed it, or there is no network.
    yield* put(alertRaised({ tone: 'error', text: notSignedOut }));
    return;
  }
  // Another tab has signed in another user, possibly during the question; signing out would end their session.
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

/** Loads the sign-out code for signed-in users only, while the network is still available. */
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
