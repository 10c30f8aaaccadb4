import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import type { PlaySession } from '@nightshelf/contracts/play-sessions.ts';
import type { Playthrough } from '@nightshelf/contracts/playthroughs.ts';
import { type Change, inOrder } from './change.ts';

/** A session before and after a change; null where there is none. */
export interface PlayedOnce {
  readonly before: PlaySession | null;
  readonly now: PlaySession | null;
}

/** The same of a playthrough. */
export interface PlaythroughOnce {
  readonly before: Playthrough | null;
  readonly now: Playthrough | null;
}

/** What is new in a vault: what is stored on the device, shown on the screen and told to other tabs. */
export interface Delta {
  /** As the server has them now. */
  readonly entries?: readonly LibraryEntry[];
  /** Guids of games that the server no longer has. */
  readonly gone?: readonly string[];
  /** Changes that are new in the queue, or different from before. */
  readonly queued?: readonly Change[];
  /** Keys of changes that are done with. */
  readonly dropped?: readonly string[];
  /** Sessions as the server has just taken them: for lists of them, which are not kept with the vault. */
  readonly played?: readonly PlayedOnce[];
  /** Playthroughs, likewise. */
  readonly playthroughs?: readonly PlaythroughOnce[];
  /** The server has said what it has: when, in milliseconds since 1970, and by what to ask for the changes since. */
  readonly reached?: { readonly at: number; readonly cursor: string | null };
}

/** Whether anything that is kept is another afterwards, beside when the server was heard. */
export const isNew = ({ entries = [], gone = [], queued = [], dropped = [] }: Delta): boolean =>
  entries.length + gone.length + queued.length + dropped.length > 0;

/** A vault as it is kept: what the server has said of it, and what it has not been told yet. */
export interface Shelf {
  /** By guid. */
  readonly saved: Readonly<Record<string, LibraryEntry>>;
  /** In order. */
  readonly queue: readonly Change[];
  /** When the server was last heard, in milliseconds since 1970; null when it never was. */
  readonly at: number | null;
  readonly cursor: string | null;
}

export const emptyShelf: Shelf = { saved: {}, queue: [], at: null, cursor: null };

/** The queue after a delta. */
export function queueAfter(queue: readonly Change[], { queued = [], dropped = [] }: Delta): readonly Change[] {
  if (queued.length === 0 && dropped.length === 0) return queue;
  // In one go, and sorted only where something stands elsewhere than before: it may be thousands long.
  const over = new Set(dropped);
  const fresh = new Map(queued.map((change) => [change.key, change]));
  const after: Change[] = [];
  for (const change of queue) {
    const now = fresh.get(change.key);
    fresh.delete(change.key);
    if (now) after.push(now);
    else if (!over.has(change.key)) after.push(change);
  }
  after.push(...fresh.values());
  const isInOrder = after.every(({ order }, at) => at === 0 || (after[at - 1] as Change).order <= order);
  return isInOrder ? after : inOrder(after);
}

export function applyDelta(shelf: Shelf, delta: Delta): Shelf {
  const { entries = [], gone = [], reached } = delta;
  const saved = { ...shelf.saved };
  for (const guid of gone) delete saved[guid];
  for (const entry of entries) saved[entry.guid] = entry;
  return {
    saved: entries.length + gone.length === 0 ? shelf.saved : saved,
    queue: queueAfter(shelf.queue, delta),
    at: reached?.at ?? shelf.at,
    cursor: reached ? reached.cursor : shelf.cursor,
  };
}
