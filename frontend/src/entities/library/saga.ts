import { actionChannel, call, fork, put, race, type SagaGenerator, select, take, takeEvery } from 'typed-redux-saga';
import { ApiError, fieldMessagesOf, messageOf, NetworkError } from '../../lib/api-errors.ts';
import { sessionExpired } from '../../lib/request.ts';
import { safely } from '../../lib/safely.ts';
import { alertRaised } from '../alerts/slice.ts';
import { selectVaultOwner } from '../session/selectors.ts';
import { signedIn, signedOut } from '../session/slice.ts';
import {
  type AddableGame,
  addEntry,
  addExternalEntry,
  listLibrary,
  removeEntry,
  restoreEntry,
  updateEntry,
} from './api.ts';
import { keepingSaga } from './keeping.ts';
import { readKeptVault } from './kept-vault.ts';
import { selectLibrary } from './selectors.ts';
import {
  addRequested,
  libraryActions,
  libraryNeeded,
  removeRequested,
  restoreRequested,
  updateRequested,
} from './slice.ts';
import { libraryTexts } from './texts.ts';

type EntryFieldsOf = ReturnType<typeof addRequested>['payload']['fields'];

function* load(): SagaGenerator<void> {
  yield* put(libraryActions.loading());
  try {
    const { library } = yield* listLibrary();
    yield* put(libraryActions.loaded(library));
  } catch (error) {
    const kept = error instanceof NetworkError ? yield* findKept() : null;
    if (kept) yield* put(libraryActions.keptFound(kept));
    else yield* put(libraryActions.loadFailed(messageOf(error, libraryTexts.loadFailed)));
  }
}

function* findKept() {
  const owner = yield* select(selectVaultOwner);
  return owner ? yield* call(readKeptVault, owner.id) : null;
}

/** Loads once for all who need the vault at the same time; a change of user ends a load for the user before. */
function* loadWhenNeeded(): SagaGenerator<void> {
  while (true) {
    yield* take(libraryNeeded);
    const { status, keptAt } = yield* select(selectLibrary);
    if (status === 'ready' && keptAt === null) continue;
    yield* race([call(safely(load)), take([signedIn.type, signedOut.type, sessionExpired.type])]);
  }
}

/** Adds a game by its guid; a game that the vault's service does not know yet is sent along whole. */
function* addOrSendAlong(game: AddableGame, fields: EntryFieldsOf) {
  try {
    return yield* addEntry(game.guid, fields);
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'library.game_not_found')) throw error;
    return yield* addExternalEntry(game, fields);
  }
}

function* add({ payload: { game, fields } }: ReturnType<typeof addRequested>): SagaGenerator<void> {
  try {
    const { user_game } = yield* addOrSendAlong(game, fields);
    yield* put(libraryActions.added(user_game));
  } catch (error) {
    yield* put(libraryActions.addFailed({ guid: game.guid, errors: fieldMessagesOf(error) }));
    yield* put(alertRaised({ tone: 'error', text: messageOf(error, libraryTexts.addFailed) }));
  }
}

function* update({ payload: { entry, changes } }: ReturnType<typeof updateRequested>): SagaGenerator<void> {
  try {
    const { user_game } = yield* updateEntry(entry.id, changes);
    yield* put(libraryActions.updated(user_game));
  } catch (error) {
    yield* put(libraryActions.changeFailed(entry));
    // What was typed is not lost: where it may help, the same change can be sent again.
    const action = { label: libraryTexts.retry, dispatches: updateRequested({ entry, changes }) };
    const refused = error instanceof ApiError && error.status < 500;
    yield* put(alertRaised({ tone: 'error', text: libraryTexts.updateFailed, ...(!refused && { action }) }));
  }
}

function* remove({ payload: entry }: ReturnType<typeof removeRequested>): SagaGenerator<void> {
  try {
    yield* removeEntry(entry.id);
    yield* put(libraryActions.removed(entry));
    const action = { label: libraryTexts.undo, dispatches: restoreRequested(entry) };
    yield* put(alertRaised({ tone: 'notice', text: libraryTexts.removed(entry.game.name), action }));
  } catch {
    yield* put(libraryActions.changeFailed(entry));
    yield* put(alertRaised({ tone: 'error', text: libraryTexts.removeFailed }));
  }
}

function* restore({ payload: entry }: ReturnType<typeof restoreRequested>): SagaGenerator<void> {
  try {
    const { user_game } = yield* restoreEntry(entry.id);
    yield* put(libraryActions.restored(user_game));
  } catch (error) {
    // A removal that can still be undone is not given up for a broken line.
    const action = { label: libraryTexts.retry, dispatches: restoreRequested(entry) };
    const refused = error instanceof ApiError && error.status < 500;
    const text = messageOf(error, libraryTexts.restoreFailed);
    yield* put(alertRaised({ tone: 'error', text, ...(!refused && { action }) }));
  }
}

/** Changes reach the server one after the other, so that two edits of one game cannot overtake each other. */
function* changeInOrder(): SagaGenerator<void> {
  const changes = yield* actionChannel([updateRequested.type, removeRequested.type]);
  while (true) {
    const action = yield* take(changes);
    if (updateRequested.match(action)) yield* call(safely(update), action);
    else if (removeRequested.match(action)) yield* call(safely(remove), action);
  }
}

export function* librarySaga(): SagaGenerator<void> {
  yield* fork(loadWhenNeeded);
  yield* takeEvery(addRequested, safely(add));
  yield* takeEvery(restoreRequested, safely(restore));
  yield* fork(changeInOrder);
  yield* fork(keepingSaga);
}
