import type { OwnUser } from '@nightshelf/contracts/users.ts';
import { combineReducers, type Reducer } from '@reduxjs/toolkit';
import { vi } from 'vitest';
import { type Alert, alertsSlice } from '../entities/alerts/slice.ts';
import { librarySaga } from '../entities/library/saga.ts';
import { type LibraryState, libraryNeeded, librarySlice } from '../entities/library/slice.ts';
import { type SessionState, sessionSlice, signedIn } from '../entities/session/slice.ts';
import { answering } from './answers.ts';
import { runSaga } from './run-saga.ts';

export interface VaultState {
  readonly library: LibraryState;
  readonly alerts: readonly Alert[];
  readonly session: SessionState;
}

const reducer: Reducer<VaultState> = combineReducers({
  library: librarySlice.reducer,
  alerts: alertsSlice.reducer,
  session: sessionSlice.reducer,
}) as never;

/**
 * A user's visit to a page that needs the vault, until the expectation holds.
 * @returns the requests and their keys
 */
export async function visitVault(
  user: OwnUser,
  answers: Parameters<typeof answering>[0],
  actions: readonly { type: string }[],
  expectation: (seen: VaultState & Pick<ReturnType<typeof answering>, 'made'>) => void,
) {
  const server = answering(answers);
  const { providers, made } = server;
  const keys: unknown[] = [];
  const call: typeof providers.call = (effect, next) => {
    const { key } = (effect.args[1] ?? {}) as { readonly key?: string };
    if (key) keys.push(key);
    return providers.call(effect, next);
  };
  const page = runSaga(librarySaga, { reducer, state: reducer(undefined, signedIn(user)), providers: { call } });
  for (const action of [libraryNeeded(), ...actions]) page.dispatch(action);
  const see = () => expectation({ made, ...page.state() });
  await vi.waitFor(see, { timeout: 10_000, interval: 5 }).finally(page.end);
  return { keys, made };
}
