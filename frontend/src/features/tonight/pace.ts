import { dayOf, noonOf } from '../../entities/plays/days.ts';

/** A day on which something was played. */
export interface DayPlayed {
  /** Such as 2026-03-01. */
  readonly day: string;
  readonly minutes: number;
}

/** How much somebody plays, in minutes. */
export interface Pace {
  /** In a week in which they play. */
  readonly week: number;
  /** On a day on which they play. */
  readonly evening: number;
}

/** Weeks that are looked back at, the one that ends today among them. */
export const weeksBack = 8;

const dayMs = 86_400_000;

/** The one in the middle; of an even number of them what lies between the two. Of none: 0. */
export function medianOf(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const above = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? above : ((sorted[middle - 1] ?? 0) + above) / 2;
}

/** @returns how many days the second comes after the first */
const daysBetween = (from: string, to: string) => Math.round((noonOf(to).getTime() - noonOf(from).getTime()) / dayMs);

/** A day some days later. */
export function dayAfter(day: string, days: number): string {
  const later = noonOf(day);
  later.setDate(later.getDate() + days);
  return dayOf(later);
}

/**
 * The pace of the last eight weeks: the median of those weeks in which anything was played, and of those days. A week off says
 * nothing of how much somebody plays when they do, and one long night does not make them faster.
 * @returns null where nothing was played in that time
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

/** When something is finished. */
export interface Finish {
  readonly evenings: number;
  /** A day such as 2026-03-01; null where there is no pace to tell it by. */
  readonly by: string | null;
}

/**
 * When that many minutes are played, if nothing else is.
 * @param tonight minutes that an evening has where there is no pace
 */
export function finishOf(left: number, pace: Pace | null, tonight: number, today: string): Finish {
  return {
    evenings: Math.ceil(left / (pace?.evening ?? tonight)),
    by: pace && dayAfter(today, Math.ceil((left / pace.week) * 7)),
  };
}
