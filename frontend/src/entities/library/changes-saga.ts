import type { LibraryEntry } from '@nightshelf/contracts';
import { actionChannel, call, fork, put, race, type SagaGenerator, select, take, takeEvery } from 'typed-redux-saga';
import { ApiError, messageOf } from '../../lib/api-errors.ts';
import { safely } from '../../lib/safely.ts';
import { hasCode } from '../../lib/submission.ts';
import { alertRaised } from '../alerts/slice.ts';
import { loadConflictDialog } from '../conflict/load-conflict-dialog.ts';
import { signedIn, signedOut } from '../session/slice.ts';
import { entryNow, removeEntry, restoreEntry } from './api.ts';
import { asFound } from './as-found.ts';
import { selectConfirmed } from './selectors.ts';
import { libraryActions, removeRequested, restoreRequested, updateRequested } from './slice.ts';
import { storeChanges } from './store-changes.ts';
import { libraryTexts } from './texts.ts';

/** Whether to try again may help: not where the server has said no, and would again. */
const mayHelp = (error: unknown) => !(error instanceof ApiError) || error.status >= 500 || entryNow(error) !== null;

/** What the server last confirmed may be later than what the user saw: then it is what their changes are made to. */
function* latestOf(base: LibraryEntry): SagaGenerator<LibraryEntry> {
  const confirmed = yield* select(selectConfirmed, base.guid);
  return confirmed?.id === base.id && confirmed.version > base.version ? confirmed : base;
}

function* update(action: ReturnType<typeof updateRequested>): SagaGenerator<void> {
  const { entry: base, changes } = action.payload;
  const { key } = action.meta;
  try {
    const latest = yield* latestOf(base);
    const stored = yield* storeChanges(base, changes, latest, key);
    const { touching } = stored;
    const saved = asFound(stored.saved, base.game);
    // It is there before it is needed: a question that cannot be asked would be a change that is lost.
    if (Object.keys(touching).length > 0) yield* call(loadConflictDialog);
    yield* put(libraryActions.updated(saved));
    if (Object.keys(touching).length > 0) yield* put(libraryActions.conflictFound({ entry: saved, changes: touching }));
  } catch (error) {
    if (hasCode(error, 'library.entry_not_found')) {
      yield* put(libraryActions.removed(base));
      const text = libraryTexts.removedElsewhere(base.game.name);
      const back = { label: libraryTexts.putBack, dispatches: restoreRequested(base, changes) };
      yield* put(alertRaised({ tone: 'error', text, action: back }));
      return;
    }
    yield* put(libraryActions.changeFailed(base));
    // What was typed is not lost: where it may help, the same change can be sent again.
    const retry = { label: libraryTexts.retry, dispatches: action };
    yield* put(
      alertRaised({ tone: 'error', text: libraryTexts.updateFailed, ...(mayHelp(error) && { action: retry }) }),
    );
  }
}

function* remove({ payload: entry }: ReturnType<typeof removeRequested>): SagaGenerator<void> {
  try {
    yield* removeEntry(entry.id);
  } catch (error) {
    // Removed elsewhere: what was wanted.
    if (!hasCode(error, 'library.entry_not_found')) {
      yield* put(libraryActions.changeFailed(entry));
      yield* put(alertRaised({ tone: 'error', text: libraryTexts.removeFailed }));
      return;
    }
  }
  yield* put(libraryActions.removed(entry));
  const action = { label: libraryTexts.undo, dispatches: restoreRequested(entry) };
  yield* put(alertRaised({ tone: 'notice', text: libraryTexts.removed(entry.game.name), action }));
}

function* restore(action: ReturnType<typeof restoreRequested>): SagaGenerator<void> {
  const { entry, changes } = action.payload;
  try {
    const { user_game } = yield* restoreEntry(entry.id, action.meta.key);
    const restored = asFound(user_game, entry.game);
    yield* put(libraryActions.restored(restored));
    if (changes) yield* put(updateRequested({ entry: restored, changes }));
  } catch (error) {
    // A removal that can still be undone is not given up for a broken line.
    const retry = { label: libraryTexts.retry, dispatches: action };
    const text = messageOf(error, libraryTexts.restoreFailed);
    yield* put(alertRaised({ tone: 'error', text, ...(mayHelp(error) && { action: retry }) }));
  }
}

/**
 * Changes reach the server one after the other, so that two edits of one game cannot overtake each other, and the second
 * is made to what the first has stored.
 */
function* changeInOrder(): SagaGenerator<void> {
  const changes = yield* actionChannel([updateRequested.type, removeRequested.type]);
  try {
    while (true) {
      const action = yield* take(changes);
      if (updateRequested.match(action)) yield* call(safely(update), action);
      else if (removeRequested.match(action)) yield* call(safely(remove), action);
    }
  } finally {
    changes.close();
  }
}

/** What one user has not got through yet is not sent in the name of the next. */
function* changeForOneUser(): SagaGenerator<void> {
  while (true) yield* race([call(changeInOrder), take([signedIn.type, signedOut.type])]);
}

export function* changesSaga(): SagaGenerator<void> {
  yield* takeEvery(restoreRequested, safely(restore));
  yield* fork(changeForOneUser);
}
