import type { LibraryEntry, LibraryStatistics } from '@nightshelf/contracts';

/** What a page shows beside its user. */
export interface Content {
  readonly library: readonly LibraryEntry[];
  readonly stats: LibraryStatistics;
  /** Ids of entries of the library. */
  readonly favourites: readonly string[];
}
