import type { Action } from '@reduxjs/toolkit';
import { buffers } from 'redux-saga';
import { actionChannel, call, delay, put, race, type SagaGenerator, select, take, takeLatest } from 'typed-redux-saga';
import { greeted, isHintOf } from '../../entities/live/slice.ts';
import type { Known } from '../../lib/api-client.ts';
import { messageOf } from '../../lib/api-errors.ts';
import { safely } from '../../lib/safely.ts';
import { untilPage } from '../../lib/until-page.ts';
import { getUser } from './api.ts';
import { selectIsAnswering, selectUserPage } from './selectors.ts';
import { usersActions } from './slice.ts';
import { userTexts } from './texts.ts';

/** Milliseconds: between two requests in a storm of changes; at most, where each takes long; until one that failed is made again. */
export const paces = { storm: 300, longest: 5000, again: 5000 };

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

/** An answer that was on its way while the user was followed tells of before: it is given up, and asked for when that is settled. */
function* askWhenSettled(id: string, known: Known | null): SagaGenerator<Outcome> {
  while (true) {
    while (yield* select(selectIsAnswering, id)) {
      yield* take([usersActions.followAnswered, usersActions.followFailed]);
    }
    const { result } = yield* race({ result: call(ask, id, known), stale: take(usersActions.followToggled) });
    if (result !== undefined) return result;
  }
}

/** Waits until the page, which is on screen, has been hidden and is shown again. */
function* untilShownAgain(): SagaGenerator<void> {
  yield* untilPage('hidden');
  yield* untilPage('visible');
}

/** Shows a user and what becomes of them while somebody looks, without a word when that fails. */
function* show({ payload: id }: ReturnType<typeof usersActions.pageOpened>): SagaGenerator<void> {
  const isHint = isHintOf('page', { user_id: id });
  const isReason = (action: Action) => greeted.match(action) || isHint(action);
  // However many there are while one request is on its way, they lead to one more.
  const reasons = yield* actionChannel(isReason, buffers.sliding(1));
  try {
    let known: Known | null = null;
    while (true) {
      const asked = Date.now();
      const result: Outcome = yield* askWhenSettled(id, known);
      const took = Date.now() - asked;
      if (typeof result !== 'string') known = result;
      const { error } = yield* select(selectUserPage);
      if (error !== null) return;
      // A library that takes long to send is asked for less often, so that looking at it never fills the line.
      yield* delay(Math.min(paces.longest, Math.max(paces.storm - took, 3 * took)));
      const retry = result === 'failed' ? [delay(paces.again)] : [];
      yield* race([take(reasons), call(untilShownAgain), ...retry]);
      yield* untilPage('visible');
    }
  } finally {
    reasons.close();
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
