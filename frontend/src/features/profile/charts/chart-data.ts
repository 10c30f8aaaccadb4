import type { LibraryEntry, Status } from '@nightshelf/contracts/library-entry.ts';
import { platformNameOf } from '../../../entities/entry/entry-keys.ts';

/** Amounts by status, which gives each chart its colors. */
export type Parts = Readonly<Partial<Record<Status, number>>>;

export interface Bar {
  readonly key: string;
  readonly total: number;
  readonly parts: Parts;
}

/**
 * Sums `amountOf` over the entries by `keyOf`.
 * @param keys bars to include even when empty, in this order; others follow as they occur
 */
function barsOf(
  entries: readonly LibraryEntry[],
  keyOf: (entry: LibraryEntry) => string | null,
  amountOf: (entry: LibraryEntry) => number = () => 1,
  keys: readonly string[] = [],
): readonly Bar[] {
  const bars = new Map(keys.map((key) => [key, { total: 0, parts: {} as Partial<Record<Status, number>> }]));
  for (const entry of entries) {
    const key = keyOf(entry);
    const amount = amountOf(entry);
    if (key === null || amount <= 0) continue;
    const bar = bars.get(key) ?? { total: 0, parts: {} };
    bar.total += amount;
    bar.parts[entry.status] = (bar.parts[entry.status] ?? 0) + amount;
    bars.set(key, bar);
  }
  return [...bars].map(([key, { total, parts }]) => ({ key, total, parts }));
}

const ratings = Array.from({ length: 10 }, (_, place) => String(place + 1));

/** Number of games for each rating, 1 to 10. */
export const gamesByRating = (entries: readonly LibraryEntry[]): readonly Bar[] =>
  barsOf(
    entries,
    ({ rating }) => (rating !== null && rating >= 1 && rating <= 10 ? String(rating) : null),
    undefined,
    ratings,
  );

/** Hours played by platform name ('' without a platform), most first. */
export const hoursByPlatform = (entries: readonly LibraryEntry[]): readonly Bar[] =>
  barsOf(
    entries,
    (entry) => platformNameOf(entry) ?? '',
    ({ hours_played }) => hours_played ?? 0,
  ).toSorted((a, b) => b.total - a.total || a.key.localeCompare(b.key));

const monthKey = (day: Date): string => `${day.getFullYear()}-${String(day.getMonth() + 1).padStart(2, '0')}`;

/** Number of games added in each of the twelve months up to `now`, oldest first, as `YYYY-MM` of local time. */
export function gamesByMonth(entries: readonly LibraryEntry[], now: Date): readonly Bar[] {
  const months = Array.from({ length: 12 }, (_, place) =>
    monthKey(new Date(now.getFullYear(), now.getMonth() - 11 + place, 1)),
  );
  return barsOf(
    entries,
    ({ date_added }) => {
      const month = monthKey(new Date(date_added));
      return months.includes(month) ? month : null;
    },
    undefined,
    months,
  );
}
