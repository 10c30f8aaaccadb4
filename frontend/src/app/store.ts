import { applyMiddleware, combineReducers, legacy_createStore, type Reducer } from '@reduxjs/toolkit';
import createSagaMiddleware from 'redux-saga';
import { alertsState } from '../entities/alerts/saga.ts';
import { sessionState } from '../entities/session/saga.ts';
import { themeState } from '../entities/theme/saga.ts';
import type { StateModule } from '../lib/page-module.ts';
import { safely } from '../lib/safely.ts';

/** A store with the state that every page needs; more is added to it as the chunks of pages arrive. */
export function createStore() {
  const reducers: Record<string, Reducer> = {};
  const sagas = createSagaMiddleware();
  // Not configureStore: what else it brings is checks and tools for development, in every visitor's first script.
  const store = legacy_createStore((state: object = {}) => state, applyMiddleware(sagas));

  /** Adds state and starts its sagas; what is there already stays as it is. */
  function install(modules: readonly StateModule[]): void {
    const fresh = modules.filter(({ slice }) => !(slice.name in reducers));
    if (fresh.length === 0) return;
    for (const { slice } of fresh) reducers[slice.name] = slice.reducer;
    store.replaceReducer(combineReducers(reducers));
    for (const { saga } of fresh) sagas.run(safely(saga));
  }

  // Alerts come first: the others raise them.
  install([alertsState, themeState, sessionState]);
  return { store, install };
}

export const { store, install } = createStore();
