import { call, fork, put, race, type SagaGenerator, select, take, takeEvery } from 'typed-redux-saga';
import { fieldMessagesOf, messageOf, NetworkError } from '../../lib/api-errors.ts';
import type { StateModule } from '../../lib/page-module.ts';
import { sessionExpired } from '../../lib/request.ts';
import { safely } from '../../lib/safely.ts';
import { whileKept } from '../../lib/until-online.ts';
import { alertRaised } from '../alerts/slice.ts';
import { selectVaultOwner } from '../session/selectors.ts';
import { signedIn, signedOut } from '../session/slice.ts';
import { addEntry, listLibrary } from './api.ts';
import { asFound } from './as-found.ts';
import { changesSaga } from './changes-saga.ts';
import { keepingSaga } from './keeping.ts';
import { readKeptVault } from './kept-vault.ts';
import { selectLibrary } from './selectors.ts';
import { addRequested, libraryActions, libraryNeeded, librarySlice } from './slice.ts';
import { libraryTexts } from './texts.ts';

function* load(): SagaGenerator<void> {
  yield* put(libraryActions.loading());
  try {
    const library = yield* listOrFindKept();
    yield* put('at' in library ? libraryActions.keptFound(library) : libraryActions.loaded(library.library));
  } catch (error) {
    yield* put(libraryActions.loadFailed(messageOf(error, libraryTexts.loadFailed)));
  }
}

/** A server that does not answer is soon given up where a vault was kept, else waited for. */
function* listOrFindKept() {
  try {
    return yield* listLibrary(whileKept);
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error;
    const owner = yield* select(selectVaultOwner);
    const kept = owner ? yield* call(readKeptVault, owner.id) : null;
    return kept ?? (yield* listLibrary());
  }
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

function* add({ payload: { game, fields } }: ReturnType<typeof addRequested>): SagaGenerator<void> {
  try {
    const { user_game } = yield* addEntry(game.guid, fields);
    yield* put(libraryActions.added(asFound(user_game, game)));
  } catch (error) {
    yield* put(libraryActions.addFailed({ guid: game.guid, errors: fieldMessagesOf(error) }));
    yield* put(alertRaised({ tone: 'error', text: messageOf(error, libraryTexts.addFailed) }));
  }
}

export function* librarySaga(): SagaGenerator<void> {
  yield* fork(loadWhenNeeded);
  yield* takeEvery(addRequested, safely(add));
  yield* fork(changesSaga);
  yield* fork(keepingSaga);
}

export const libraryState: StateModule = { slice: librarySlice, saga: librarySaga };
