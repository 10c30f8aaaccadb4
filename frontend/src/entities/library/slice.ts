import type { EntryFields, GameSummary, LibraryEntry } from '@nightshelf/contracts';
import { createSlice, type Draft, type PayloadAction } from '@reduxjs/toolkit';
import { newIntentKey } from '../../lib/intent-key.ts';
import { sessionExpired } from '../../lib/request.ts';
import { signedIn, signedOut, verified } from '../session/slice.ts';
import type { EntryChanges } from './api.ts';
import { ownPlatform } from './as-found.ts';
import type { KeptVault } from './kept-vault.ts';

/** Changes of an entry that wait for the user's word, since the same fields were changed elsewhere. */
export interface Conflict {
  /** As it was saved elsewhere. */
  readonly entry: LibraryEntry;
  readonly changes: EntryChanges;
}

export interface LibraryState {
  status: 'idle' | 'loading' | 'ready' | 'failed';
  /** Why loading failed. */
  error: string | null;
  /** For a vault that was kept, shown while the server is not reached: when it was the server's, in ms since 1970. */
  keptAt: number | null;
  entries: Readonly<Record<string, LibraryEntry>>;
  /** Games whose adding has not been answered yet. */
  adding: Readonly<Record<string, true>>;
  /** By guid, entries with changes that the server has not answered yet, and what it last confirmed of them. */
  unconfirmed: Readonly<Record<string, { readonly saved: LibraryEntry; readonly changes: number }>>;
  /** By guid. */
  conflicts: Readonly<Record<string, Conflict>>;
}

const initialState: LibraryState = {
  status: 'idle',
  error: null,
  keptAt: null,
  entries: {},
  adding: {},
  unconfirmed: {},
  conflicts: {},
};

// Drafts are changed in place throughout: spreading one would make a draft of each of its entries, 10,000 at worst.

/** Remembers what the server has confirmed of an entry before a change is shown that it has not. */
function noteChange({ unconfirmed }: Draft<LibraryState>, entry: LibraryEntry): void {
  const { saved, changes } = unconfirmed[entry.guid] ?? { saved: entry, changes: 0 };
  unconfirmed[entry.guid] = { saved, changes: changes + 1 };
}

/** Takes note of an answer; `saved` is what the server says now, null when the entry is gone, undefined on failure. */
function noteAnswer(state: Draft<LibraryState>, guid: string, saved: LibraryEntry | null | undefined): void {
  const known = state.unconfirmed[guid];
  if (!known) return;
  const truth = saved === undefined ? known.saved : saved;
  if (known.changes > 1 && saved) {
    // A later change is on its way and is what the user sees; only what to go back to has moved.
    state.unconfirmed[guid] = { saved, changes: known.changes - 1 };
    return;
  }
  delete state.unconfirmed[guid];
  if (truth) state.entries[guid] = truth;
  else delete state.entries[guid];
}

/** The entry as it will be. The name of a platform that the game does not list comes with the server's answer. */
function withChanges(entry: LibraryEntry, changes: EntryChanges): LibraryEntry {
  const changed = { ...entry, ...changes };
  if (changed.platform_id === entry.platform_id) return changed;
  return { ...changed, platform: ownPlatform(entry.game, changed.platform_id) };
}

interface Addition {
  /** As it is on screen. */
  readonly game: GameSummary;
  readonly fields: EntryFields;
}

interface Change {
  /** The entry as the user saw it when they began to change it. */
  readonly entry: LibraryEntry;
  readonly changes: EntryChanges;
}

interface Restoration {
  readonly entry: LibraryEntry;
  /** What to change when it is back. */
  readonly changes?: EntryChanges;
}

/** An action that is one intent, however often it is dispatched: trying again does nothing twice. */
const intended = <Payload>(payload: Payload) => ({ payload, meta: { key: newIntentKey() } });

type Intended<Payload> = PayloadAction<Payload, string, { readonly key: string }>;

export const librarySlice = createSlice({
  name: 'library',
  initialState,
  reducers: {
    /** A page needs the vault: it is loaded unless it is there or on its way. */
    libraryNeeded: () => {},
    loading: (state) => {
      // What was kept stays on screen until the server's is there.
      if (state.keptAt === null) state.status = 'loading';
    },
    loaded: (state, { payload }: PayloadAction<readonly LibraryEntry[]>) => {
      state.status = 'ready';
      state.error = null;
      state.keptAt = null;
      state.entries = Object.fromEntries(payload.map((entry) => [entry.guid, entry]));
    },
    /** The server was not reached, but the vault was kept when it last was. */
    keptFound: (state, { payload: { entries, at } }: PayloadAction<KeptVault>) => {
      state.status = 'ready';
      state.error = null;
      state.keptAt = at;
      state.entries = Object.fromEntries(entries.map((entry) => [entry.guid, entry]));
    },
    loadFailed: (state, { payload }: PayloadAction<string>) => {
      state.status = 'failed';
      state.error = payload;
      state.keptAt = null;
    },
    addRequested: (state, { payload }: PayloadAction<Addition>) => {
      state.adding[payload.game.guid] = true;
    },
    added: (state, { payload }: PayloadAction<LibraryEntry>) => {
      delete state.adding[payload.guid];
      state.entries[payload.guid] = payload;
    },
    addFailed: (state, { payload }: PayloadAction<{ guid: string; errors: Readonly<Record<string, string>> }>) => {
      delete state.adding[payload.guid];
    },
    updateRequested: {
      prepare: (change: Change) => intended(change),
      reducer: (state, { payload: { entry, changes } }: Intended<Change>) => {
        const current = state.entries[entry.guid];
        if (!current) return;
        noteChange(state, current);
        state.entries[entry.guid] = withChanges(current, changes);
      },
    },
    updated: (state, { payload }: PayloadAction<LibraryEntry>) => noteAnswer(state, payload.guid, payload),
    removeRequested: (state, { payload }: PayloadAction<LibraryEntry>) => {
      noteChange(state, payload);
      delete state.entries[payload.guid];
    },
    removed: (state, { payload }: PayloadAction<LibraryEntry>) => noteAnswer(state, payload.guid, null),
    /** Undoes the removal of an entry. */
    restoreRequested: {
      prepare: (entry: LibraryEntry, changes?: EntryChanges) =>
        intended<Restoration>({ entry, ...(changes && { changes }) }),
      reducer: (_state, _action: Intended<Restoration>) => {},
    },
    restored: (state, { payload }: PayloadAction<LibraryEntry>) => {
      state.entries[payload.guid] = payload;
    },
    /** An update or removal was refused: the entry is again what the server last confirmed. */
    changeFailed: (state, { payload }: PayloadAction<LibraryEntry>) => noteAnswer(state, payload.guid, undefined),
    /** The entry is shown as it was saved elsewhere until the user has said what it should be. */
    conflictFound: ({ conflicts }, { payload: { entry, changes } }: PayloadAction<Conflict>) => {
      conflicts[entry.guid] = { entry, changes: { ...conflicts[entry.guid]?.changes, ...changes } };
    },
    conflictSettled: ({ conflicts }, { payload }: PayloadAction<Conflict>) => {
      delete conflicts[payload.entry.guid];
    },
  },
  extraReducers: (builder) => {
    builder
      .addCase(verified, (state, { payload }) => (payload ? state : initialState))
      .addCase(signedIn, () => initialState)
      .addCase(signedOut, () => initialState)
      .addCase(sessionExpired, () => initialState);
  },
});

export const libraryActions = librarySlice.actions;
export const { libraryNeeded, addRequested, updateRequested, removeRequested, restoreRequested } = librarySlice.actions;
