import { lazily } from '../../lib/lazily.ts';

const long = lazily(() => new Intl.DateTimeFormat(undefined, { weekday: 'long', day: 'numeric', month: 'long' }));
const medium = lazily(() => new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' }));

export const twoDigits = (number: number) => String(number).padStart(2, '0');

/** Returns the local day of a moment, such as 2026-03-01. */
export const dayOf = (moment: Date): string =>
  `${moment.getFullYear()}-${twoDigits(moment.getMonth() + 1)}-${twoDigits(moment.getDate())}`;

export const today = (): string => dayOf(new Date());

/** Returns the month `by` months away from one such as 2026-03. */
export function monthFrom(month: string, by: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const months = year * 12 + number - 1 + by;
  return `${Math.floor(months / 12)}-${twoDigits((months % 12) + 1)}`;
}

/** Returns local noon, so that daylight saving never shifts the day. */
export const noonOf = (day: string): Date => new Date(`${day}T12:00:00`);

const dayMs = 86_400_000;

export const daysBetween = (first: string, last: string): number =>
  Math.round((noonOf(last).getTime() - noonOf(first).getTime()) / dayMs);

export function dayAfter(day: string, days: number): string {
  const moment = noonOf(day);
  moment.setDate(moment.getDate() + days);
  return dayOf(moment);
}

/** `Sunday 1 March`, in the user's locale. */
export const formatLongDay = (day: string): string => long().format(noonOf(day));

/** `1 Mar 2026`, in the user's locale. */
export const formatShortDay = (day: string): string => medium().format(noonOf(day));
