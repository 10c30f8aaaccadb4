import 'fake-indexeddb/auto';
import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { combineReducers, type Reducer } from '@reduxjs/toolkit';
import type { Saga } from 'redux-saga';
import { expectSaga } from 'redux-saga-test-plan';
import { afterEach, beforeEach, vi } from 'vitest';
import { type Alert, alertsSlice } from '../entities/alerts/slice.ts';
import { openDevice } from '../entities/device/open-device.ts';
import { librarySaga } from '../entities/library/saga.ts';
import { type LibraryState, libraryActions, libraryNeeded, librarySlice } from '../entities/library/slice.ts';
import type { Delta } from '../entities/library/sync/delta.ts';
import { type SessionState, sessionSlice, signedIn } from '../entities/session/slice.ts';
import { ApiError, NetworkError } from '../lib/api-errors.ts';
import { answering } from './answers.ts';
import { aUser } from './builders.ts';
import { forgetVaults } from './forget-vaults.ts';
import { patience, untilQuiet } from './patience.ts';
import { runSaga } from './run-saga.ts';

export interface VaultState {
  readonly library: LibraryState;
  readonly alerts: readonly Alert[];
  readonly session: SessionState;
}

export type VaultAnswers = Parameters<typeof answering>[0];
type Server = ReturnType<typeof answering>;
type Seen = VaultState & Pick<Server, 'made'>;
type Expectation = (seen: Seen) => void | Promise<void>;

/** The user of these visits. */
export const vaultUser = aUser();

/** The server's response when nothing has changed. */
export const noChanges = { version: 'c2', whole_needed: false, changed: [], removed: [] };

export const vaultReducer: Reducer<VaultState> = combineReducers({
  library: librarySlice.reducer,
  alerts: alertsSlice.reducer,
  session: sessionSlice.reducer,
}) as never;

/** Stores a delta on the device. */
export async function keepOnDevice(delta: Delta, userId = vaultUser.id): Promise<void> {
  const device = await openDevice(userId);
  await device.write(delta);
  device.close();
}

/** Returns the vault that is stored on the device. */
export async function readDevice(userId = vaultUser.id) {
  const device = await openDevice(userId);
  const shelf = await device.read();
  device.close();
  return shelf;
}

const openPages: { readonly end: () => void }[] = [];

/** Starts each test with these entries on the device, and deletes the device's data after it. */
export function startWithVault(entries: readonly LibraryEntry[] = []): void {
  beforeEach(async () => {
    vi.stubGlobal('window', new EventTarget());
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    if (entries.length > 0) await keepOnDevice({ entries, reached: { at: 1, cursor: 'c1' } });
  });
  afterEach(async () => {
    for (const page of openPages.splice(0)) page.end();
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
    await forgetVaults();
  });
}

interface Opening {
  readonly before?: { type: string };
  readonly saga?: Saga<[]>;
  /** Replaces the effects of calls, such as slow writes to the device. */
  readonly intercept?: (call: Server['providers']['call']) => Server['providers']['call'];
}

/** Opens a page of the vault, until `end` or the end of the test. */
export function openVault(
  answers: VaultAnswers,
  { before = signedIn(vaultUser), saga = librarySaga, intercept }: Opening = {},
) {
  const { providers, made, keys } = answering(answers);
  const call = intercept?.(providers.call) ?? providers.call;
  const page = runSaga(saga, {
    reducer: vaultReducer,
    state: vaultReducer(undefined, before),
    providers: { call },
  });
  openPages.push(page);
  const sees = (expectation: Expectation) =>
    vi.waitFor(() => expectation({ made, ...page.state() }), { timeout: patience, interval: 5 });
  return { ...page, sees, made, keys };
}

/**
 * A visit to a page that needs the vault, until the expectation holds.
 * @returns the requests and the keys of the changes
 */
export async function visitVault(
  answers: VaultAnswers,
  actions: readonly { type: string }[],
  expectation: Expectation,
  before?: { type: string },
) {
  const page = openVault(answers, before ? { before } : {});
  for (const action of [libraryNeeded(), ...actions]) page.dispatch(action);
  await page.sees(expectation).finally(page.end);
  return { made: page.made, keys: page.keys.filter((key) => key !== undefined) };
}

/** The server's response to a change of an older version of the entry. */
export const entryChanged = (entry: LibraryEntry) =>
  new ApiError(409, { code: 'library.entry_changed', message: 'Changed.', entry } as never);

/** A server that has one entry and compares versions as the real one does. Its list is unreachable until `reach`. */
export function versionedServer(first: LibraryEntry) {
  let entry = first;
  let isReachable = false;
  const stored: unknown[] = [];
  const change = (fields: Partial<LibraryEntry>) => {
    entry = { ...entry, ...fields, version: entry.version + 1 };
    return { user_game: entry };
  };
  const answers: VaultAnswers = {
    'GET /api/games/library': () =>
      isReachable
        ? { ...noChanges, version: `c${entry.version + 1}`, changed: entry === first ? [] : [entry] }
        : new NetworkError('down'),
    'PUT /api/games/library/:id': ({ body }) => {
      const { if_version, ...fields } = body as Partial<LibraryEntry> & { readonly if_version: number };
      if (if_version !== entry.version) return entryChanged(entry);
      stored.push(fields);
      return change(fields);
    },
  };
  return {
    answers,
    /** The fields of each update, in order. */
    stored,
    /** Changes the entry on another device. */
    change,
    now: () => entry,
    reach: () => {
      isReachable = true;
      window.dispatchEvent(new Event('online'));
    },
  };
}

/**
 * Runs actions on a loaded vault that no device stores, until nothing more happens.
 * @param entries of the vault before
 */
export async function runOnVault(
  { providers }: Pick<Server, 'providers'>,
  entries: readonly LibraryEntry[],
  actions: readonly object[],
): Promise<VaultState> {
  const ready = vaultReducer(undefined, libraryActions.changed({ entries, reached: { at: 0, cursor: null } }));
  let saga = expectSaga(librarySaga).withReducer(vaultReducer, ready).provide(providers);
  for (const action of actions) saga = saga.dispatch(action as { type: string });
  return (await saga.silentRun(untilQuiet)).storeState;
}
