import { actionChannel, call, fork, put, race, type SagaGenerator, select, take, takeEvery } from 'typed-redux-saga';
import { ApiError, fieldMessagesOf, messageOf } from '../../lib/api-errors.ts';
import { sessionExpired } from '../../lib/request.ts';
import { safely } from '../../lib/safely.ts';
import { alertRaised } from '../alerts/slice.ts';
import { signedIn, signedOut } from '../session/slice.ts';
import { type AddableGame, addEntry, addExternalEntry, listLibrary, removeEntry, updateEntry } from './api.ts';
import { selectLibrary } from './selectors.ts';
import { addRequested, libraryActions, libraryNeeded, removeRequested, updateRequested } from './slice.ts';
import { libraryTexts } from './texts.ts';

type EntryFieldsOf = ReturnType<typeof addRequested>['payload']['fields'];

function* load(): SagaGenerator<void> {
  yield* put(libraryActions.loading());
  try {
    const { library } = yield* listLibrary();
    yield* put(libraryActions.loaded(library));
  } catch (error) {
    yield* put(libraryActions.loadFailed(messageOf(error, libraryTexts.loadFailed)));
  }
}

/** Loads once for all who need the vault at the same time; a change of user ends a load for the user before. */
function* loadWhenNeeded(): SagaGenerator<void> {
  while (true) {
    yield* take(libraryNeeded);
    const { status } = yield* select(selectLibrary);
    if (status === 'ready') continue;
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

function* add({ payload: { game, fields, share } }: ReturnType<typeof addRequested>): SagaGenerator<void> {
  try {
    const { user_game } = yield* addOrSendAlong(game, fields);
    yield* put(libraryActions.added(user_game));
    if (share) yield* put(updateRequested({ entry: user_game, changes: { is_shared: true } }));
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
    const { game, status, rating, hours_played, platform_id, is_shared } = entry;
    const again = addRequested({ game, fields: { status, rating, hours_played, platform_id }, share: is_shared });
    const action = { label: libraryTexts.undo, dispatches: again };
    yield* put(alertRaised({ tone: 'notice', text: libraryTexts.removed(game.name), action }));
  } catch {
    yield* put(libraryActions.changeFailed(entry));
    yield* put(alertRaised({ tone: 'error', text: libraryTexts.removeFailed }));
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
  yield* fork(changeInOrder);
}
