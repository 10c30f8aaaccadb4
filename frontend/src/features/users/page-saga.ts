import type { Action } from '@reduxjs/toolkit';
import { buffers } from 'redux-saga';
import { actionChannel, call, delay, put, race, type SagaGenerator, select, take, takeLatest } from 'typed-redux-saga';
import { greeted, isNotificationOf } from '../../entities/live/slice.ts';
import type { Known } from '../../lib/api-client.ts';
import { messageOf } from '../../lib/api-errors.ts';
import { safely } from '../../lib/safely.ts';
import { untilPage } from '../../lib/until-page.ts';
import { getUser } from './api.ts';
import { selectIsAnswering, selectUserPage } from './selectors.ts';
import { usersActions } from './slice.ts';
import { userTexts } from './texts.ts';

/** Milliseconds: between two requests in a burst of changes; at most, when responses are slow; before a retry. */
export const paces = { shortest: 300, longest: 5000, again: 5000 };

/** Version of the new response, or 'unchanged', or 'failed'. */
type Outcome = Known | 'unchanged' | 'failed';

function* ask(id: string, known: Known | null): SagaGenerator<Outcome> {
  try {
    const changed = yield* getUser(id, known);
    if (!changed) return 'unchanged';
    yield* put(usersActions.pageLoaded(changed.answer));
    return changed.known;
  } catch (error) {
    const { content } = yield* select(selectUserPage);
    // Show the error only when the page has no content yet.
    if (!content) yield* put(usersActions.pageFailed(messageOf(error, userTexts.failed)));
    return 'failed';
  }
}

/** Aborts a response from before a follow, which would be stale, and reloads after the follow has settled. */
function* askWhenSettled(id: string, known: Known | null): SagaGenerator<Outcome> {
  while (true) {
    while (yield* select(selectIsAnswering, id)) {
      yield* take([usersActions.followAnswered, usersActions.followFailed]);
    }
    const { result } = yield* race({ result: call(ask, id, known), stale: take(usersActions.followToggled) });
    if (result !== undefined) return result;
  }
}

/** Waits until the visible page was hidden and is shown again. */
function* untilShownAgain(): SagaGenerator<void> {
  yield* untilPage('hidden');
  yield* untilPage('visible');
}

/** Loads a user page and keeps it current while it is visible; reload errors are silent. */
function* show({ payload: id }: ReturnType<typeof usersActions.pageOpened>): SagaGenerator<void> {
  const isNotification = isNotificationOf('page', { user_id: id });
  const isReason = (action: Action) => greeted.match(action) || isNotification(action);
  // All changes during a request lead to one more request.
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
      // Reload slow libraries less often, so that watching one does not saturate the connection.
      yield* delay(Math.min(paces.longest, Math.max(paces.shortest - took, 3 * took)));
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

/** Handles the open page; closing it or opening another aborts its requests. */
export function* pageSaga(): SagaGenerator<void> {
  yield* takeLatest([usersActions.pageOpened, usersActions.pageClosed], safely(visit));
}
