import { configureStore, Tuple, type UnknownAction } from '@reduxjs/toolkit';
import createSagaMiddleware from 'redux-saga';
import { liveSaga } from '../entities/live/saga.ts';
import { greeted, libraryChanged, liveSlice, notified } from '../entities/live/slice.ts';
import { sessionSlice, signedIn } from '../entities/session/slice.ts';
import { aUser } from './builders.ts';

/** A signed-in tab with its live updates. */
export function openTab(user = aUser()) {
  const seen: UnknownAction[] = [];
  const sagas = createSagaMiddleware();
  const store = configureStore({
    reducer: { session: sessionSlice.reducer, live: liveSlice.reducer },
    middleware: () =>
      new Tuple(sagas, () => (next: (action: unknown) => unknown) => (action: unknown) => {
        seen.push(action as UnknownAction);
        return next(action);
      }),
  });
  const task = sagas.run(liveSaga);
  store.dispatch(signedIn(user));
  return {
    dispatch: store.dispatch,
    state: store.getState,
    /** How often it was asked to refetch. */
    greetings: () => seen.filter(greeted.match).length,
    notifications: () => seen.filter(notified.match).map(({ payload }) => payload),
    vault: () => seen.filter(libraryChanged.match).map(({ payload }) => payload),
    close: () => task.cancel(),
  };
}

/** Fires a window event. */
export const happens = (event: 'online' | 'pagehide' | 'pageshow') => window.dispatchEvent(new Event(event));

/** Shows or hides the page. */
export function show(state: DocumentVisibilityState): void {
  Object.assign(document, { visibilityState: state });
  document.dispatchEvent(new Event('visibilitychange'));
}
