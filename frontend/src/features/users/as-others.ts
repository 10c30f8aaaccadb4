import type { LibraryEntry, LibraryStatistics } from '@nightshelf/contracts';
import { statisticsOf } from '../../entities/library/statistics.ts';

export interface Content {
  readonly library: readonly LibraryEntry[];
  readonly stats: LibraryStatistics;
}

/** What others see of a private library: the games that are shared, and figures over these alone. */
export function asOthers({ library }: Content): Content {
  const shared = library.filter(({ is_shared }) => is_shared);
  const { total, byStatus, averageRating, totalHours } = statisticsOf(shared);
  const { playing, ...counts } = byStatus;
  return {
    library: shared,
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
