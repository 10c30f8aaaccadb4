import { dayOf, noonOf } from '../../entities/plays/days.ts';

const dayMs = 86_400_000;

/** Days from one day to another, by the calendar. */
export const daysBetween = (first: string, last: string): number =>
  Math.round((noonOf(last).getTime() - noonOf(first).getTime()) / dayMs);

/** The day so many days after another. */
export function dayAfter(day: string, days: number): string {
  const moment = noonOf(day);
  moment.setDate(moment.getDate() + days);
  return dayOf(moment);
}

/** The last moment of a day where the user is, ISO 8601. */
export const endOf = (day: string): string => new Date(`${day}T23:59:59.999`).toISOString();
