import type { LibraryEntry, Status } from '@nightshelf/contracts/library-entry.ts';
import { createSelector } from '@reduxjs/toolkit';
import { selectNewestEntries } from '../../entities/library/selectors.ts';

export interface OwnShelf {
  /** Games being played, otherwise wanted ones, otherwise the latest added; newest first. */
  readonly next: readonly LibraryEntry[];
  readonly kind: 'playing' | 'wanted' | 'newest' | 'empty';
  /** Wanted games that are not in `next`. */
  readonly wanted: readonly LibraryEntry[];
}

/** Games shown beside the first of `next`. */
const mostBeside = 3;
const mostWanted = 12;

/** @param entries newest first */
export function ownShelfOf(entries: readonly LibraryEntry[]): OwnShelf {
  const having = (status: Status) => entries.filter((entry) => entry.status === status);
  const [playing, wanted] = [having('playing'), having('want_to_play')];
  const first = (list: readonly LibraryEntry[]) => list.slice(0, 1 + mostBeside);
  if (playing.length > 0) return { kind: 'playing', next: first(playing), wanted: wanted.slice(0, mostWanted) };
  if (wanted.length > 0) {
    return { kind: 'wanted', next: first(wanted), wanted: wanted.slice(1 + mostBeside, 1 + mostBeside + mostWanted) };
  }
  return { kind: entries.length > 0 ? 'newest' : 'empty', next: first(entries), wanted: [] };
}

export const selectOwnShelf = createSelector([selectNewestEntries], ownShelfOf);
