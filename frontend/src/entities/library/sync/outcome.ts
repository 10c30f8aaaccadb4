import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import type { PlaySession } from '@nightshelf/contracts/play-sessions.ts';
import type { Playthrough } from '@nightshelf/contracts/playthroughs.ts';
import type { EntryChanges } from '../api.ts';
import type { Change } from './change.ts';
import type { Delta } from './delta.ts';

/** What the server will not have, or what nobody was reached for. */
export interface Refusal {
  readonly message: string;
  /** By field. */
  readonly errors: Readonly<Record<string, string>>;
  readonly code: string;
  /** Whether the same may be taken another time. */
  readonly mayPass: boolean;
  /** The session as it is now, where it was changed meanwhile. */
  readonly session?: PlaySession;
  /** The same of a playthrough. */
  readonly playthrough?: Playthrough;
}

/** What the tab that a change was made in is told has become of it. */
export type Told =
  | { readonly kind: 'added' | 'updated' | 'removed' | 'restored'; readonly entry: LibraryEntry }
  | {
      /** Its game was changed, or removed, elsewhere. */
      readonly kind: 'conflict' | 'gone';
      readonly key: string;
      readonly entry: LibraryEntry;
      readonly changes: EntryChanges;
    }
  | { readonly kind: 'failed'; readonly change: Change; readonly refusal: Refusal };

/** What came back for a change. */
export type Response =
  /** `entry` as it is now; null for a removal, and for a playthrough, which leaves it as it is. */
  | {
      readonly kind: 'stored';
      readonly entry: LibraryEntry | null;
      readonly session?: PlaySession;
      readonly playthrough?: Playthrough;
    }
  /** It was made for another version than this. */
  | { readonly kind: 'changed'; readonly entry: LibraryEntry }
  | ({ readonly kind: 'refused' } & Refusal);

export interface Outcome {
  readonly delta: Delta;
  readonly told: Told | null;
  /** What the server has is to be asked: the changes since, or the whole of it. */
  readonly asks?: 'changes' | 'whole';
}
