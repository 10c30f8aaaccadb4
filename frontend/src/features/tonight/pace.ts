import { dayAfter, daysBetween } from '../../entities/plays/days.ts';

export interface DayPlayed {
  /** Such as 2026-03-01. */
  readonly day: string;
  readonly minutes: number;
}

/** Play time in minutes. */
export interface Pace {
  /** Per week with play time. */
  readonly week: number;
  /** Per day with play time. */
  readonly evening: number;
}

/** Weeks to look back, including the one that ends today. */
export const weeksBack = 8;

/** Returns the median, the mean of the middle two for an even count, and 0 for none. */
export function medianOf(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const above = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? above : ((sorted[middle - 1] ?? 0) + above) / 2;
}

/**
 * Returns the pace of the last eight weeks: the median of the weeks and of the days with play time, so that neither a
 * week off nor one long night distorts it.
 * @returns null when nothing was played in that time
 */
export function paceOf(days: readonly DayPlayed[], today: string): Pace | null {
  const weeks = new Map<number, number>();
  const evenings: number[] = [];
  for (const { day, minutes } of days) {
    const ago = daysBetween(day, today);
    if (ago < 0 || ago >= weeksBack * 7 || minutes <= 0) continue;
    const week = Math.floor(ago / 7);
    weeks.set(week, (weeks.get(week) ?? 0) + minutes);
    evenings.push(minutes);
  }
  return evenings.length === 0 ? null : { week: medianOf([...weeks.values()]), evening: medianOf(evenings) };
}

export interface Finish {
  readonly evenings: number;
  /** Estimated day, such as 2026-03-01; null without a pace. */
  readonly by: string | null;
}

/**
 * Estimates when that many minutes are played, assuming no other game is.
 * @param tonight minutes per evening when there is no pace
 */
export function finishOf(left: number, pace: Pace | null, tonight: number, today: string): Finish {
  return {
    evenings: Math.ceil(left / (pace?.evening ?? tonight)),
    by: pace && dayAfter(today, Math.ceil((left / pace.week) * 7)),
  };
}
