import { call, debounce, put, type SagaGenerator, select, takeLatest } from 'typed-redux-saga';
import { safely } from '../../lib/safely.ts';
import { untilOnline } from '../../lib/until-online.ts';
import { forgetUserCaches } from '../../lib/user-caches.ts';
import { selectUser } from '../session/selectors.ts';
import { keepVault } from './kept-vault.ts';
import { selectEntries, selectLibrary } from './selectors.ts';
import { libraryActions, libraryNeeded } from './slice.ts';

/** Milliseconds without a change after which the vault is put by: an edit of many games writes it once. */
const rest = 1000;

const { loaded, added, updated, removed, restored, keptFound } = libraryActions;

/** Resolves when the browser has nothing better to do: writing 10,000 entries takes it some 50 ms. */
const idle = () =>
  new Promise<void>((resolve) => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(() => resolve(), { timeout: 5000 });
    else setTimeout(resolve);
  });

function* keep(): SagaGenerator<void> {
  yield* call(idle);
  const owner = yield* select(selectUser);
  const { status, keptAt } = yield* select(selectLibrary);
  if (!owner || status !== 'ready' || keptAt !== null) return;
  const entries = yield* select(selectEntries);
  yield* call(keepVault, owner.id, { entries, at: Date.now() });
  // Whoever signed out meanwhile leaves nothing behind.
  if ((yield* select(selectUser))?.id !== owner.id) yield* call(forgetUserCaches);
}

function* loadWhenBack(): SagaGenerator<void> {
  yield* call(untilOnline);
  yield* put(libraryNeeded());
}

/** Keeps the vault for when there is no network, and goes back to the server's as soon as there is one. */
export function* keepingSaga(): SagaGenerator<void> {
  yield* debounce(rest, [loaded.type, added.type, updated.type, removed.type, restored.type], safely(keep));
  yield* takeLatest(keptFound, safely(loadWhenBack));
}
