import { eventChannel } from 'redux-saga';
import { call, delay, put, race, type SagaGenerator, select, spawn, takeEvery, takeLeading } from 'typed-redux-saga';
import { NetworkError } from '../../lib/api-errors.ts';
import { endNotedSession } from '../../lib/end-noted-session.ts';
import { leaveFor } from '../../lib/leave-for.ts';
import { sessionExpired, sessionMistaken } from '../../lib/request.ts';
import { safely } from '../../lib/safely.ts';
import { notedSignOut, signOutKey } from '../../lib/sign-out-note.ts';
import { untilOnline, whileKept } from '../../lib/until-online.ts';
import { visibilityChanges } from '../../lib/until-page.ts';
import { alertRaised } from '../alerts/slice.ts';
import { askWho } from './answered.ts';
import { type LastUser, lastUserKey, noteTime, readLastUser, rememberedUser } from './last-user.ts';
import { selectUser, selectVaultOwner } from './selectors.ts';
import { signedIn, signedOut } from './slice.ts';

/** How long an open page trusts the last session check. */
const sessionCheckValidMs = 12 * 60 * 60 * 1000;

/** Checks the session when the user returns to a page that was open for long. */
function* askAgain(): SagaGenerator<void> {
  noteTime();
  const user = yield* select(selectUser);
  const last = readLastUser();
  const isKnown = last !== null && last.id === user?.id && Date.now() - (last.at ?? 0) <= sessionCheckValidMs;
  if (document.visibilityState === 'visible' && user && !isKnown) yield* ask();
}

/** Checks the session of a page immediately when another tab has changed or signed out its user. */
function* checkAfterStorageChange(): SagaGenerator<void> {
  const user = yield* select(selectUser);
  if (user && rememberedUser()?.id !== user.id) yield* askUntilAnswered();
}

/** Emits the value that another tab stores under a key, on each change; null when it was removed. */
const storageEvents = (key: string) =>
  eventChannel<{ readonly kept: string | null }>((emit) => {
    const report = (event: StorageEvent) => {
      if (event.key === key) emit({ kept: event.newValue });
    };
    window.addEventListener('storage', report);
    return () => window.removeEventListener('storage', report);
  });

/** @returns false when the network fails and a user is remembered, so that the caller retries */
function* ask(): SagaGenerator<boolean> {
  try {
    yield* askWho(whileKept);
    return true;
  } catch (error) {
    const last = readLastUser();
    if (last && !(error instanceof NetworkError)) return true;
    if (last) yield* takeRemembered(last);
    else yield* put(sessionExpired());
    return !last;
  }
}

/** While the server is unreachable, the page switches to the user who signed in last. */
function* takeRemembered({ account, ends }: LastUser): SagaGenerator<void> {
  const owner = yield* select(selectVaultOwner);
  if (account && owner && account.id !== owner.id) yield* put(signedIn(account, ends));
}

function* askUntilAnswered(): SagaGenerator<void> {
  while (!(yield* ask())) yield* untilOnline();
}

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

/** Signs the user out here after waiting at most `whileKept` for the server, and delivers the sign-out later if needed. */
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

/** Follows sign-ins and sign-outs of other tabs, sign-outs of the previous visit, and ended sessions. */
export function* signingOutSaga(): SagaGenerator<void> {
  yield* takeEvery(yield* call(storageEvents, signOutKey), safely(followSignOut));
  yield* takeLeading(yield* call(visibilityChanges), safely(askAgain));
  yield* takeLeading(yield* call(storageEvents, lastUserKey), safely(checkAfterStorageChange));
  yield* takeLeading(sessionMistaken.type, safely(askUntilAnswered));
  yield* call(deliverSignOut);
}
