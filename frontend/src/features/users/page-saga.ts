import { call, delay, put, race, type SagaGenerator, select, take, takeLatest } from 'typed-redux-saga';
import type { Known } from '../../lib/api-client.ts';
import { messageOf } from '../../lib/api-errors.ts';
import { safely } from '../../lib/safely.ts';
import { untilPage } from '../../lib/until-page.ts';
import { getUser } from './api.ts';
import { selectIsAnswering, selectUserPage } from './selectors.ts';
import { usersActions } from './slice.ts';
import { userTexts } from './texts.ts';

/** Milliseconds between two looks at a page: soon while things change, later when they have not for `quietAfter`. */
export const paces = { lively: 800, quiet: 5000, quietAfter: 60_000 };

/** What the new answer is known by, or that nothing has changed, or that it could not be asked. */
type Outcome = Known | 'unchanged' | 'failed';

function* ask(id: string, known: Known | null): SagaGenerator<Outcome> {
  try {
    const changed = yield* getUser(id, known);
    if (!changed) return 'unchanged';
    yield* put(usersActions.pageLoaded(changed.answer));
    return changed.known;
  } catch (error) {
    const { content } = yield* select(selectUserPage);
    // What is on screen stays there; only a page that shows nothing yet says that it cannot.
    if (!content) yield* put(usersActions.pageFailed(messageOf(error, userTexts.failed)));
    return 'failed';
  }
}

/** Waits between two looks, and for as long as the page is hidden. True when it was. */
function* pause(milliseconds: number): SagaGenerator<boolean> {
  const { hidden } = yield* race({
    over: delay(milliseconds),
    hidden: call(function* () {
      yield* untilPage('hidden');
      return true;
    }),
  });
  yield* untilPage('visible');
  return hidden === true;
}

/** An answer that was on its way while the user was followed tells of before: it is not asked for, or given up. */
function* askWhenSettled(id: string, known: Known | null): SagaGenerator<Outcome> {
  while (yield* select(selectIsAnswering, id)) {
    yield* take([usersActions.followAnswered, usersActions.followFailed]);
  }
  const { result } = yield* race({ result: call(ask, id, known), stale: take(usersActions.followToggled) });
  return result ?? 'unchanged';
}

/** Shows a user and what becomes of them while somebody looks, without a word when that fails. */
function* show({ payload: id }: ReturnType<typeof usersActions.pageOpened>): SagaGenerator<void> {
  let known: Known | null = null;
  let lively = Date.now();
  while (true) {
    const asked = Date.now();
    const result: Outcome = yield* askWhenSettled(id, known);
    const took = Date.now() - asked;
    if (typeof result !== 'string') {
      known = result;
      lively = Date.now();
    }
    const { error } = yield* select(selectUserPage);
    if (error !== null) return;
    const pace = result === 'failed' || Date.now() - lively > paces.quietAfter ? paces.quiet : paces.lively;
    // A library that takes long to send is asked for less often, so that looking at it never fills the line.
    if (yield* pause(Math.min(paces.quiet, Math.max(pace, 10 * took)))) lively = Date.now();
  }
}

type Visit = ReturnType<typeof usersActions.pageOpened> | ReturnType<typeof usersActions.pageClosed>;

function* visit(action: Visit): SagaGenerator<void> {
  if (usersActions.pageOpened.match(action)) yield* show(action);
}

/** The page that is open; closing it, or opening another, ends what is on its way. */
export function* pageSaga(): SagaGenerator<void> {
  yield* takeLatest([usersActions.pageOpened, usersActions.pageClosed], safely(visit));
}
