import { statisticsOf } from '../../entities/library/statistics.ts';
import type { Content } from './content.ts';

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
