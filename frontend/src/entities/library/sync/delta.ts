import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import type { PlaySession } from '@nightshelf/contracts/play-sessions.ts';
import type { Playthrough } from '@nightshelf/contracts/playthroughs.ts';
import { type Change, inOrder } from './change.ts';

/** A session before and after a change; null where there is none. */
export interface PlayedOnce {
  readonly before: PlaySession | null;
  readonly now: PlaySession | null;
}

/** A playthrough before and after a change; null where there is none. */
export interface PlaythroughOnce {
  readonly before: Playthrough | null;
  readonly now: Playthrough | null;
}

/** Changes to a vault, as stored on the device, shown on screen and broadcast to other tabs. */
export interface Delta {
  /** The server's current entries. */
  readonly entries?: readonly LibraryEntry[];
  /** Guids of games that the server no longer has. */
  readonly gone?: readonly string[];
  /** Changes that are new or different in the queue. */
  readonly queued?: readonly Change[];
  /** Keys of finished changes. */
  readonly dropped?: readonly string[];
  /** Sessions that the server has just stored, for session lists, which are not kept with the vault. */
  readonly played?: readonly PlayedOnce[];
  /** Playthroughs that the server has just stored. */
  readonly playthroughs?: readonly PlaythroughOnce[];
  /** Time of the server's response in milliseconds since 1970, and the cursor for later changes. */
  readonly reached?: { readonly at: number; readonly cursor: string | null };
}

/** Returns whether a delta changes stored data other than the time of the last response. */
export const isNew = ({ entries = [], gone = [], queued = [], dropped = [] }: Delta): boolean =>
  entries.length + gone.length + queued.length + dropped.length > 0;

/** A stored vault: the server's entries and the unacknowledged changes. */
export interface Shelf {
  /** By guid. */
  readonly saved: Readonly<Record<string, LibraryEntry>>;
  /** In order. */
  readonly queue: readonly Change[];
  /** Time of the last response in milliseconds since 1970; null before the first. */
  readonly at: number | null;
  readonly cursor: string | null;
}

export const emptyShelf: Shelf = { saved: {}, queue: [], at: null, cursor: null };

/** Returns the queue after a delta. */
export function queueAfter(queue: readonly Change[], { queued = [], dropped = [] }: Delta): readonly Change[] {
  if (queued.length === 0 && dropped.length === 0) return queue;
  // One pass, and a sort only when a position changes: the queue may hold thousands.
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
