import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { statusRank } from '../status/statuses.ts';
import { fold, keysOf, platformNameOf } from './entry-keys.ts';

export type EntrySort = 'title' | 'rating' | 'status' | 'recent' | 'console';
export type Order = 'newest' | 'oldest';

type Rank = (entry: LibraryEntry) => string | number;

/** After every name: texts compare by their UTF-16 units, and there is none above this. */
const last = '\uffff';

/** What each sort compares first, ascending; null sorts by name alone. Unrated games and those without platform come last. */
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
 * The entries in the order of `sort`; equal ones by name, so that the order never depends on chance. `order` counts for
 * 'recent' alone.
 */
export function sortEntries(entries: readonly LibraryEntry[], sort: EntrySort, order: Order): readonly LibraryEntry[] {
  const rankOf = ranks[sort];
  // Ranks are worked out once for each entry, not once for each comparison: with 10,000 entries there are 130,000.
  const ranked = entries.map((entry) => ({ entry, rank: rankOf?.(entry) ?? 0, name: keysOf(entry).name }));
  const newestFirst = sort === 'recent' && order === 'newest';
  ranked.sort(newestFirst ? (a, b) => compare(b.rank, a.rank) || byRank(a, b) : byRank);
  return ranked.map(({ entry }) => entry);
}
