import type { LibraryEntry, ShownEntry } from '@nightshelf/contracts/library-entry.ts';
import type { LibraryStatistics } from '@nightshelf/contracts/statistics.ts';

/** What a page shows beside its user. */
export interface Content {
  readonly library: readonly LibraryEntry[];
  readonly stats: LibraryStatistics;
  /** Ids of entries of the library. */
  readonly favourites: readonly string[];
}

/** Entries of a user page have no version, which the components for entries never read. */
export const asEntries = (shown: readonly ShownEntry[]): readonly LibraryEntry[] =>
  shown.map((entry) => ({ ...entry, version: 1 }));
