import { dayOf, noonOf } from '../../entities/plays/days.ts';

const dayMs = 86_400_000;

/** Returns the number of calendar days between two days. */
export const daysBetween = (first: string, last: string): number =>
  Math.round((noonOf(last).getTime() - noonOf(first).getTime()) / dayMs);

export function dayAfter(day: string, days: number): string {
  const moment = noonOf(day);
  moment.setDate(moment.getDate() + days);
  return dayOf(moment);
}

/** Returns the last moment of a day in the user's time zone, ISO 8601. */
export const endOf = (day: string): string => new Date(`${day}T23:59:59.999`).toISOString();
