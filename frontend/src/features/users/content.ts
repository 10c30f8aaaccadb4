import type { LibraryEntry, ShownEntry } from '@nightshelf/contracts/library-entry.ts';
import type { LibraryStatistics } from '@nightshelf/contracts/statistics.ts';

/** Content of a user page besides the user. */
export interface Content {
  readonly library: readonly LibraryEntry[];
  readonly stats: LibraryStatistics;
  /** Ids of library entries. */
  readonly favourites: readonly string[];
}

/** Casts entries of a user page, which have no version; entry components never read it. */
export const asEntries = (shown: readonly ShownEntry[]): readonly LibraryEntry[] =>
  shown.map((entry) => ({ ...entry, version: 1 }));
