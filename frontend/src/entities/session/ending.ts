import { call, put, type SagaGenerator, select, takeLeading } from 'typed-redux-saga';
import { NetworkError } from '../../lib/api-errors.ts';
import { sessionExpired, sessionMistaken } from '../../lib/request.ts';
import { safely } from '../../lib/safely.ts';
import { storageEvents } from '../../lib/storage-events.ts';
import { untilOnline, whileKept } from '../../lib/until-online.ts';
import { visibilityChanges } from '../../lib/until-page.ts';
import { askWho } from './answered.ts';
import { type LastUser, lastUserKey, noteTime, readLastUser, rememberedUser } from './last-user.ts';
import { selectUser, selectVaultOwner } from './selectors.ts';
import { signedIn } from './slice.ts';

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

/** @returns whether the server answered */
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

export function* endingSaga(): SagaGenerator<void> {
  yield* takeLeading(yield* call(visibilityChanges), safely(askAgain));
  yield* takeLeading(yield* call(storageEvents, lastUserKey), safely(checkAfterStorageChange));
  yield* takeLeading(sessionMistaken.type, safely(askUntilAnswered));
}
