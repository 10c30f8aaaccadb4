import { put, race, type SagaGenerator, select, take, takeEvery } from 'typed-redux-saga';
import { alertRaised } from '../../../entities/alerts/slice.ts';
import { changedFields, isEmpty } from '../../../entities/library/merge-changes.ts';
import { selectConfirmed } from '../../../entities/library/selectors.ts';
import { libraryActions, type RequestAction } from '../../../entities/library/slice.ts';
import { signedIn, signedOut } from '../../../entities/session/slice.ts';
import type { StateModule } from '../../../lib/page-module.ts';
import { sessionExpired } from '../../../lib/request.ts';
import { safely } from '../../../lib/safely.ts';
import { selectionTexts as texts } from './texts.ts';

/** Returns whether the server's state matches the request, now that it has responded. */
function* isDone({ payload }: RequestAction): SagaGenerator<boolean> {
  const saved = yield* select(selectConfirmed, payload.base.guid);
  if (payload.call === 'removeEntry') return saved === null;
  // A missing game counts as done, because its removal elsewhere was already reported.
  if (payload.call === 'updateEntry') return saved === null || isEmpty(changedFields(saved, payload.body));
  return saved !== null;
}

function* untilAnswered(actions: readonly RequestAction[]): SagaGenerator<readonly RequestAction[]> {
  const open = new Map(actions.map((action) => [action.payload.key, action]));
  const failed: RequestAction[] = [];
  while (open.size > 0) {
    const { payload } = yield* take(libraryActions.changed);
    // A change that needs the user's decision asks for it separately.
    for (const { key, asks } of payload.queued ?? []) if (asks) open.delete(key);
    for (const key of payload.dropped ?? []) {
      const action = open.get(key);
      if (action && !(yield* isDone(action))) failed.push(action);
      open.delete(key);
    }
  }
  return failed;
}

/** Reports by name which of several changes failed; the others are done. */
function* reportFailures({ payload }: ReturnType<typeof libraryActions.severalRequested>): SagaGenerator<void> {
  const { failed } = yield* race({
    failed: untilAnswered(payload),
    left: take([signedIn.type, signedOut.type, sessionExpired.type]),
  });
  const [first] = failed ?? [];
  if (!failed || !first) return;
  const names = failed.map((action) => action.payload.base.game.name);
  const { call } = first.payload;
  const words = call === 'removeEntry' ? texts.notRemoved : texts.notUpdated;
  const text = (call === 'restoreEntry' ? texts.notRestored : words)(names);
  const action = { label: texts.retry, dispatches: libraryActions.severalRequested(failed) };
  yield* put(alertRaised({ tone: 'error', text, action }));
}

export const bulkState: StateModule = {
  *saga(): SagaGenerator<void> {
    yield* takeEvery(libraryActions.severalRequested, safely(reportFailures));
  },
};
