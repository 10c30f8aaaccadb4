import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { type Change, inOrder, type PartOnce } from './change.ts';

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
  /** Sessions and playthroughs that the server has just stored, for lists, which are not kept with the vault. */
  readonly parts?: readonly PartOnce[];
  /** Time of the server's response in milliseconds since 1970, and the cursor for later changes. */
  readonly reached?: { readonly at: number; readonly cursor: string | null };
}

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

export function queueAfter(queue: readonly Change[], { queued = [], dropped = [] }: Delta): readonly Change[] {
  if (queued.length === 0 && dropped.length === 0) return queue;
  // A map, because the queue may hold thousands.
  const after = new Map(queue.map((change) => [change.key, change]));
  for (const key of dropped) after.delete(key);
  for (const change of queued) after.set(change.key, change);
  return inOrder([...after.values()]);
}
