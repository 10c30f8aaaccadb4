import { put, race, type SagaGenerator, select, take, takeEvery } from 'typed-redux-saga';
import { alertRaised } from '../../../entities/alerts/slice.ts';
import { changedFields, isEmpty } from '../../../entities/library/merge-changes.ts';
import { selectConfirmed } from '../../../entities/library/selectors.ts';
import {
  libraryActions,
  type RequestAction,
  removeRequested,
  restoreRequested,
  updateRequested,
} from '../../../entities/library/slice.ts';
import { signedIn, signedOut } from '../../../entities/session/slice.ts';
import type { StateModule } from '../../../lib/page-module.ts';
import { sessionExpired } from '../../../lib/request.ts';
import { safely } from '../../../lib/safely.ts';
import { selectionTexts as texts } from './texts.ts';

const entryOf = ({ payload }: RequestAction) => ('entry' in payload ? payload.entry : payload);

/** Returns whether the server's state matches the request, now that it has responded. */
function* isDone(action: RequestAction): SagaGenerator<boolean> {
  const saved = yield* select(selectConfirmed, entryOf(action).guid);
  if (removeRequested.match(action)) return saved === null;
  // A missing game counts as done, because its removal elsewhere was already reported.
  if (updateRequested.match(action)) return saved === null || isEmpty(changedFields(saved, action.payload.changes));
  return saved !== null;
}

function* untilAnswered(actions: readonly RequestAction[]): SagaGenerator<readonly RequestAction[]> {
  const open = new Map(actions.map((action) => [action.meta.key, action]));
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
function* tellFailures({ payload }: ReturnType<typeof libraryActions.severalRequested>): SagaGenerator<void> {
  const { failed } = yield* race({
    failed: untilAnswered(payload),
    left: take([signedIn.type, signedOut.type, sessionExpired.type]),
  });
  const [first] = failed ?? [];
  if (!failed || !first) return;
  const names = failed.map((action) => entryOf(action).game.name);
  const words = removeRequested.match(first) ? texts.notRemoved : texts.notUpdated;
  const text = (restoreRequested.match(first) ? texts.notRestored : words)(names);
  const action = { label: texts.retry, dispatches: libraryActions.severalRequested(failed) };
  yield* put(alertRaised({ tone: 'error', text, action }));
}

export const bulkState: StateModule = {
  *saga(): SagaGenerator<void> {
    yield* takeEvery(libraryActions.severalRequested, safely(tellFailures));
  },
};
