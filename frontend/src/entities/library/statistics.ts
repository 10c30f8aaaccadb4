import type { LibraryEntry, Status } from '@nightshelf/contracts/library-entry.ts';
import { statusOptions } from '../status/statuses.ts';

export interface OwnStatistics {
  readonly total: number;
  readonly byStatus: Readonly<Record<Status, number>>;
  /** Mean of the ratings above 0; null when there are none. */
  readonly averageRating: number | null;
  readonly totalHours: number;
}

export function statisticsOf(entries: readonly LibraryEntry[]): OwnStatistics {
  const byStatus = Object.fromEntries(statusOptions.map(({ value }) => [value, 0])) as Record<Status, number>;
  let totalHours = 0;
  let ratings = 0;
  let rated = 0;
  for (const { status, rating, hours_played } of entries) {
    byStatus[status] += 1;
    totalHours += hours_played ?? 0;
    if (rating !== null && rating > 0) {
      ratings += rating;
      rated += 1;
    }
  }
  return { total: entries.length, byStatus, averageRating: rated === 0 ? null : ratings / rated, totalHours };
}
