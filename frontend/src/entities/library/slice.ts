import type { GameSummary } from '@nightshelf/contracts/games.ts';
import type { EntryFields, LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import type { PlaySession } from '@nightshelf/contracts/play-sessions.ts';
import type { Playthrough } from '@nightshelf/contracts/playthroughs.ts';
import { createSlice, original, type PayloadAction } from '@reduxjs/toolkit';
import { newIntentKey } from '../../lib/intent-key.ts';
import { sessionExpired } from '../../lib/request.ts';
import type { FirstGames } from '../device/first-games.ts';
import { signedIn, signedOut, verified } from '../session/slice.ts';
import type { EntryChanges } from './api.ts';
import { withDelta, withShelf } from './show.ts';
import type {
  PlaythroughAddition,
  PlaythroughEdit,
  PlaythroughRemoval,
  Question,
  Change as QueuedChange,
  SessionEdit,
  SessionLog,
  SessionRemoval,
} from './sync/change.ts';
import type { Delta, Shelf } from './sync/delta.ts';

/** Changes of an entry that wait for the user's word. */
export interface Conflict {
  /** As it was saved elsewhere. */
  readonly entry: LibraryEntry;
  readonly changes: EntryChanges;
  /** Of what is kept on the device until the question is settled. */
  readonly keys?: readonly string[];
  /** What the server said, where it did not take them. */
  readonly refusal?: string;
  readonly play?: UnsavedPlay;
  readonly playthrough?: UnsavedPlaythrough;
}

/** What was said of a session, and is not stored. */
export interface UnsavedPlay {
  /** Of the change. */
  readonly key: string;
  readonly session: PlaySession;
  /** As the server has it; null where it has none. */
  readonly saved: PlaySession | null;
  /** Why it needs the person's word. */
  readonly why: Question['why'];
}

/** What was said of a playthrough, and is not stored. */
export interface UnsavedPlaythrough extends Omit<UnsavedPlay, 'session' | 'saved'> {
  readonly playthrough: Playthrough;
  readonly saved: Playthrough | null;
}

/** Of an entry there is one question, and one of each session and playthrough. */
const placeOf = ({ play, playthrough, entry }: Conflict) => play?.key ?? playthrough?.key ?? entry.guid;

export interface LibraryState {
  status: 'idle' | 'loading' | 'ready' | 'failed';
  /** Why loading failed. */
  error: string | null;
  /** For a vault that is shown while the server is not reached: when it was the server's, in ms since 1970. */
  keptAt: number | null;
  /** Whose it is; null while that is not known. */
  owner: string | null;
  /** What the vault begins with, as it was last shown: until what this device has kept is read. */
  first: FirstGames | null;
  /** By guid, as they are shown: as the server has them, with what has been done to them since. */
  entries: Readonly<Record<string, LibraryEntry>>;
  /** Games whose adding has not been answered yet. */
  adding: Readonly<Record<string, true>>;
  /** By guid, what the server last said of entries with changes that it has not acknowledged yet; null where it has none. */
  unconfirmed: Readonly<Record<string, LibraryEntry | null>>;
  /** All their changes, in order. */
  queue: readonly QueuedChange[];
  /** What waits is in this page alone: the browser has no room for it, or keeps nothing. */
  isUnkept: boolean;
  /** By guid; those about sessions and playthroughs by the key of the change. */
  conflicts: Readonly<Record<string, Conflict>>;
}

const initialState: LibraryState = {
  status: 'idle',
  error: null,
  keptAt: null,
  owner: null,
  first: null,
  entries: {},
  adding: {},
  unconfirmed: {},
  queue: [],
  isUnkept: false,
  conflicts: {},
};

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

/** What is to be done with a session. */
export type AskedPlay =
  | Pick<SessionLog, 'kind' | 'base' | 'session' | 'hours'>
  | Pick<SessionEdit, 'kind' | 'base' | 'session' | 'fields' | 'hours'>
  | Pick<SessionRemoval, 'kind' | 'base' | 'session' | 'hours'>;

/** What is to be done with a playthrough. */
export type AskedPlaythrough =
  | Pick<PlaythroughAddition, 'kind' | 'base' | 'playthrough'>
  | Pick<PlaythroughEdit, 'kind' | 'base' | 'playthrough' | 'fields'>
  | Pick<PlaythroughRemoval, 'kind' | 'base' | 'playthrough'>;

/** What was heard of an entry's change. */
interface Hint {
  readonly entry_id: string;
  readonly guid: string;
  readonly version: number;
}

/** An action that is one intent, however often it is dispatched: trying again does nothing twice. */
const intended = <Payload>(payload: Payload) => ({ payload, meta: { key: newIntentKey() } });

export type Intended<Payload> = PayloadAction<Payload, string, { readonly key: string }>;

/** A change of one entry that was asked for. */
export type RequestAction = Intended<Change | LibraryEntry | Restoration>;

export const librarySlice = createSlice({
  name: 'library',
  initialState,
  reducers: {
    /** A page needs the vault: it is loaded unless it is there or on its way. */
    libraryNeeded: () => {},
    /** Something is new on the server: the changes since are asked for, unless the vault has that version already. */
    libraryChanged: (_state, _action: PayloadAction<Partial<Hint> | undefined>) => {},
    loading: (state) => {
      if (state.status !== 'ready') state.status = 'loading';
    },
    /** From here on it is one user's. */
    begun: (state, { payload }: PayloadAction<string>) => {
      state.owner = payload;
    },
    /** What this device had of it is gone: what a page needs is asked for anew. */
    forgotten: ({ status }) => ({ ...initialState, status: status === 'idle' ? status : 'loading' }),
    firstRead: (state, { payload }: PayloadAction<FirstGames>) =>
      state.status === 'ready' ? state : { ...(original(state) ?? initialState), first: payload },
    /** What the vault begins with is on screen: the next visit begins with it. */
    firstShown: (_state, _action: PayloadAction<FirstGames>) => {},
    /** What this device has kept is there. */
    opened: (state, { payload }: PayloadAction<Shelf>) => withShelf(original(state) ?? initialState, payload),
    /** Something is new, here or on the server. Not by immer, which would make a draft of each of 10,000 entries. */
    changed: (state, { payload }: PayloadAction<Delta>) => withDelta(original(state) ?? initialState, payload),
    /** The server was not reached; what is shown was its at that time. */
    unreached: (state, { payload }: PayloadAction<number>) => {
      state.keptAt = payload;
    },
    loadFailed: (state, { payload }: PayloadAction<string>) => {
      // What is there already stays on screen, beside the failure.
      if (state.status !== 'ready') state.status = 'failed';
      state.error = payload;
      state.keptAt = null;
    },
    waitsUnkept: (state) => {
      state.isUnkept = true;
    },
    addRequested: {
      prepare: (addition: Addition) => intended(addition),
      reducer: (state, { payload }: Intended<Addition>) => {
        state.adding[payload.game.guid] = true;
      },
    },
    added: (state, { payload }: PayloadAction<LibraryEntry>) => {
      delete state.adding[payload.guid];
    },
    addFailed: (state, { payload }: PayloadAction<{ guid: string; errors: Readonly<Record<string, string>> }>) => {
      delete state.adding[payload.guid];
    },
    updateRequested: { prepare: (change: Change) => intended(change), reducer: (_, __: Intended<Change>) => {} },
    removeRequested: {
      prepare: (entry: LibraryEntry) => intended(entry),
      reducer: (_, __: Intended<LibraryEntry>) => {},
    },
    /** Undoes the removal of an entry. */
    restoreRequested: {
      prepare: (entry: LibraryEntry, changes?: EntryChanges) =>
        intended<Restoration>({ entry, ...(changes && { changes }) }),
      reducer: (_, __: Intended<Restoration>) => {},
    },
    /** A session is logged, changed or removed. */
    playRequested: { prepare: (play: AskedPlay) => intended(play), reducer: (_, __: Intended<AskedPlay>) => {} },
    /** A playthrough is added, changed or removed. */
    playthroughRequested: {
      prepare: (asked: AskedPlaythrough) => intended(asked),
      reducer: (_, __: Intended<AskedPlaythrough>) => {},
    },
    /** Changes of several entries at once. Whoever asks for them says what has become of them, but for what needs an answer. */
    severalRequested: (_state, _action: PayloadAction<readonly RequestAction[]>) => {},
    /** The entry is shown as it was saved elsewhere until the user has said what it should be. */
    conflictFound: ({ conflicts }, { payload }: PayloadAction<Conflict>) => {
      const before = conflicts[placeOf(payload)];
      conflicts[placeOf(payload)] = {
        ...payload,
        changes: { ...before?.changes, ...payload.changes },
        keys: [...new Set([...(before?.keys ?? []), ...(payload.keys ?? [])])],
      };
    },
    conflictSettled: ({ conflicts }, { payload }: PayloadAction<Conflict>) => {
      delete conflicts[placeOf(payload)];
    },
  },
  extraReducers: (builder) => {
    builder
      // Somebody else may have been presumed to be signed in.
      .addCase(verified, (state, { payload: user }) =>
        user && (state.owner === null || state.owner === user.id) ? state : initialState,
      )
      .addCase(signedIn, () => initialState)
      .addCase(signedOut, () => initialState)
      .addCase(sessionExpired, () => initialState);
  },
});

export const libraryActions = librarySlice.actions;
export const {
  libraryNeeded,
  libraryChanged,
  addRequested,
  updateRequested,
  removeRequested,
  restoreRequested,
  playRequested,
  playthroughRequested,
} = librarySlice.actions;
