import {
  applyMiddleware,
  combineReducers,
  createDynamicMiddleware,
  legacy_createStore,
  type Reducer,
} from '@reduxjs/toolkit';
import createSagaMiddleware from 'redux-saga';
import { alertsState } from '../entities/alerts/saga.ts';
import { sessionState } from '../entities/session/saga.ts';
import type { StateModule } from '../lib/page-module.ts';
import { safely } from '../lib/safely.ts';

const installed = new Set<StateModule>();
const reducers: Record<string, Reducer> = {};
const sagas = createSagaMiddleware();
const later = createDynamicMiddleware();
/**
 * Has the state that every page needs; pages add theirs as their chunks load. configureStore would add development
 * checks and tools to every visitor's first script.
 */
export const store = legacy_createStore((state: object = {}) => state, applyMiddleware(later.middleware, sagas));

/** Adds state and starts its sagas; skips modules that are already installed. */
export function install(modules: readonly StateModule[]): void {
  const added = modules.filter((each) => !installed.has(each));
  if (added.length === 0) return;
  for (const { slice, middleware = [] } of added) {
    if (slice) reducers[slice.name] = slice.reducer;
    later.addMiddleware(...middleware);
  }
  store.replaceReducer(combineReducers(reducers));
  for (const each of added) {
    installed.add(each);
    sagas.run(safely(each.saga));
  }
}

// Install alerts first, because the other modules raise them.
install([alertsState, sessionState]);
