import type { GameSummary } from '@nightshelf/contracts/games.ts';
import type { EntryFields, LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { createSlice, original, type PayloadAction } from '@reduxjs/toolkit';
import { newIntentKey } from '../../lib/intent-key.ts';
import { sessionExpired } from '../../lib/request.ts';
import type { ChangedEntry } from '../device/tabs.ts';
import { signedIn, signedOut, verified } from '../session/slice.ts';
import type { EntryChanges } from './api.ts';
import { type Shown, withDelta, withShelf } from './show.ts';
import type { PartChange, Change as QueuedChange } from './sync/change.ts';
import type { Delta, Shelf } from './sync/delta.ts';
import { temporaryEntry } from './sync/overlay.ts';

export interface LibraryState extends Shown {
  /** User id; null while it is unknown. */
  readonly owner: string | null;
  /** Pending changes exist in this page only: the browser's storage is full or unavailable. */
  readonly isUnkept: boolean;
  /** Keys of changes that the user wants to decide about later. */
  readonly postponed: readonly string[];
}

const initialState: LibraryState = {
  status: 'idle',
  error: null,
  keptAt: null,
  owner: null,
  entries: {},
  saved: {},
  queue: [],
  isUnkept: false,
  postponed: [],
};

type CallOf<Queued> = Queued extends QueuedChange
  ? Pick<Queued, 'call' | 'base' | Extract<keyof Queued, 'body' | 'before' | 'now'>>
  : never;

type Call = CallOf<QueuedChange> & {
  /** Edits to apply once the entry is restored. */
  readonly then?: EntryChanges;
};

/** A call that the user requests; a retry with the same intent key does nothing twice. */
export type Requested = Call & { readonly key: string };

export type RequestAction = PayloadAction<Requested>;

export const librarySlice = createSlice({
  name: 'library',
  initialState,
  reducers: {
    /** A page needs the vault: load it unless it is loaded or loading. */
    libraryNeeded: () => {},
    /** The server has changes: request them unless the vault already has that version. */
    libraryChanged: (_state, _action: PayloadAction<Partial<ChangedEntry> | undefined>) => {},
    loading: (state) => {
      if (state.status !== 'ready') state.status = 'loading';
    },
    begun: (state, { payload }: PayloadAction<string>) => {
      state.owner = payload;
    },
    /** The stored vault was removed; load it again if a page needs it. */
    forgotten: ({ status }) => ({ ...initialState, status: status === 'idle' ? status : 'loading' }),
    opened: (state, { payload }: PayloadAction<Shelf>) => withShelf(original(state) ?? initialState, payload),
    /** Applies a delta without immer, which would create a draft of each of 10,000 entries. */
    changed: (state, { payload }: PayloadAction<Delta>) => withDelta(original(state) ?? initialState, payload),
    /** The server is unreachable; the shown vault dates from `payload`. */
    unreached: (state, { payload }: PayloadAction<number>) => {
      state.keptAt = payload;
    },
    loadFailed: (state, { payload }: PayloadAction<string>) => {
      // A loaded vault stays on screen beside the error.
      if (state.status !== 'ready') state.status = 'failed';
      state.error = payload;
      state.keptAt = null;
    },
    waitsUnkept: (state) => {
      state.isUnkept = true;
    },
    requested: {
      prepare: ({ key = newIntentKey(), ...call }: Call & { readonly key?: string }) => ({
        payload: { ...call, key } as Requested,
      }),
      reducer: (_state, _action: RequestAction) => {},
    },
    added: (_state, _action: PayloadAction<LibraryEntry>) => {},
    addFailed: (_state, _action: PayloadAction<{ guid: string; errors: Readonly<Record<string, string>> }>) => {},
    /** Changes several entries. The caller reports the outcome itself, except for conflicts. */
    severalRequested: (_state, _action: PayloadAction<readonly RequestAction[]>) => {},
    /** Keys of the queued changes that the user has decided about. */
    conflictSettled: (_state, _action: PayloadAction<readonly string[]>) => {},
    conflictReopened: (_state, _action: PayloadAction<readonly QueuedChange[]>) => {},
    /** The user decides in the next visit. */
    conflictPostponed: (state, { payload: key }: PayloadAction<string>) => {
      state.postponed = [...state.postponed, key];
    },
  },
  extraReducers: (builder) => {
    builder
      // A different user may have been presumed.
      .addCase(verified, (state, { payload: user }) =>
        user && (state.owner === null || state.owner === user.id) ? state : initialState,
      )
      .addCase(signedIn, () => initialState)
      .addCase(signedOut, () => initialState)
      .addCase(sessionExpired, () => initialState);
  },
});

export const libraryActions = librarySlice.actions;
export const { libraryNeeded, libraryChanged } = librarySlice.actions;
const { requested } = librarySlice.actions;

interface Addition {
  /** The game as it is on screen. */
  readonly game: GameSummary;
  readonly fields: EntryFields;
}

export function addRequested({ game, fields: body }: Addition) {
  const key = newIntentKey();
  return requested({ call: 'addEntry', key, base: temporaryEntry(key, game, body, Date.now()), body });
}

interface Update {
  /** The entry as the user saw it when they began to change it. */
  readonly entry: LibraryEntry;
  readonly changes: EntryChanges;
}

export const updateRequested = ({ entry: base, changes: body }: Update) =>
  requested({ call: 'updateEntry', base, body });

export const removeRequested = (base: LibraryEntry) => requested({ call: 'removeEntry', base });

export const restoreRequested = (base: LibraryEntry, then?: EntryChanges) =>
  requested({ call: 'restoreEntry', base, ...(then && { then }) });

export const partRequested = (part: CallOf<PartChange>) => requested(part);
