import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import type { PlaySession } from '@nightshelf/contracts/play-sessions.ts';
import type { Playthrough } from '@nightshelf/contracts/playthroughs.ts';
import type { EntryChanges } from '../api.ts';
import type { Change } from './change.ts';
import type { Delta } from './delta.ts';

/** A rejection by the server, or a failure to reach it. */
export interface Refusal {
  readonly message: string;
  /** By field. */
  readonly errors: Readonly<Record<string, string>>;
  readonly code: string;
  /** Whether the same request may succeed later. */
  readonly mayPass: boolean;
  /** The current session, when it was changed since it was read. */
  readonly session?: PlaySession;
  /** The current playthrough, when it was changed since it was read. */
  readonly playthrough?: Playthrough;
}

/** The outcome that is reported to the tab that made the change. */
export type Told =
  | { readonly kind: 'added' | 'updated' | 'removed' | 'restored'; readonly entry: LibraryEntry }
  | {
      /** The game was changed or removed elsewhere. */
      readonly kind: 'conflict' | 'gone';
      readonly key: string;
      readonly entry: LibraryEntry;
      readonly changes: EntryChanges;
    }
  | { readonly kind: 'failed'; readonly change: Change; readonly refusal: Refusal };

/** The response to a change. */
export type Response =
  /** `entry` is the current entry; null for a removal and for a playthrough, which does not change it. */
  | {
      readonly kind: 'stored';
      readonly entry: LibraryEntry | null;
      readonly session?: PlaySession;
      readonly playthrough?: Playthrough;
    }
  /** The change was made to a different version than this. */
  | { readonly kind: 'changed'; readonly entry: LibraryEntry }
  | ({ readonly kind: 'refused' } & Refusal);

export interface Outcome {
  readonly delta: Delta;
  readonly told: Told | null;
  /** What to request from the server next. */
  readonly asks?: 'changes' | 'whole';
}
