import type { LibraryEntry, ShownEntry } from '@nightshelf/contracts/library-entry.ts';
import type { LibraryStatistics } from '@nightshelf/contracts/statistics.ts';
import { statisticsOf } from '../../entities/library/statistics.ts';

/** Content of a user page besides the user. */
export interface Content {
  library: LibraryEntry[];
  stats: LibraryStatistics;
  /** Ids of library entries. */
  favourites: string[];
}

/** Casts entries of a user page, which have no version; entry components never read it. */
export const asEntries = (shown: readonly ShownEntry[]): LibraryEntry[] =>
  shown.map((entry) => ({ ...entry, version: 1 }));

/** Reduces a private library to what others see: shared games, and statistics of those alone. */
export function asOthers({ library, favourites }: Content): Content {
  const shared = library.filter(({ is_shared }) => is_shared);
  const { total, byStatus, averageRating, totalHours } = statisticsOf(shared);
  const { playing, ...counts } = byStatus;
  return {
    library: shared,
    favourites: favourites.filter((id) => shared.some((entry) => entry.id === id)),
    stats: {
      ...counts,
      currently_playing: playing,
      total_games: total,
      shared_games: total,
      average_rating: averageRating,
      total_hours: totalHours,
    },
  };
}
