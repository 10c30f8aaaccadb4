import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { statusRank } from '../status/statuses.ts';
import { fold, keysOf, platformNameOf } from './entry-keys.ts';

export type EntrySort = 'title' | 'rating' | 'status' | 'recent' | 'console';
export type Order = 'newest' | 'oldest';

type Rank = (entry: LibraryEntry) => string | number;

/** Sorts after every name: strings compare by UTF-16 units and this is the highest. */
const last = '\uffff';

/**
 * The first sort criterion of each sort, ascending; null sorts by name only. Unrated games and those without a platform
 * come last.
 */
const ranks: Readonly<Record<EntrySort, Rank | null>> = {
  title: null,
  rating: ({ rating }) => -(rating ?? 0),
  status: ({ status }) => statusRank(status),
  recent: ({ date_added }) => date_added,
  console: (entry) => fold(platformNameOf(entry) ?? last),
};

interface Ranked {
  readonly entry: LibraryEntry;
  readonly rank: string | number;
  readonly name: string;
}

const compare = (a: string | number, b: string | number): number => (a < b ? -1 : a > b ? 1 : 0);

const byRank = (a: Ranked, b: Ranked): number =>
  compare(a.rank, b.rank) || compare(a.name, b.name) || compare(a.entry.guid, b.entry.guid);

/**
 * Returns the entries in the order of `sort`, ties by name, so that the order is deterministic. `order` applies to
 * 'recent' only.
 */
export function sortEntries(entries: readonly LibraryEntry[], sort: EntrySort, order: Order): readonly LibraryEntry[] {
  const rankOf = ranks[sort];
  // Compute each rank once per entry: sorting 10,000 entries makes 130,000 comparisons.
  const ranked = entries.map((entry) => ({ entry, rank: rankOf?.(entry) ?? 0, name: keysOf(entry).name }));
  const newestFirst = sort === 'recent' && order === 'newest';
  ranked.sort(newestFirst ? (a, b) => compare(b.rank, a.rank) || byRank(a, b) : byRank);
  return ranked.map(({ entry }) => entry);
}
