import { lazily } from './lazily.ts';

// Use Latin digits, like the surrounding texts, in any locale.
const number = lazily(() => new Intl.NumberFormat(undefined, { numberingSystem: 'latn' }));
const oneDecimal = lazily(
  () => new Intl.NumberFormat(undefined, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
);
const day = lazily(() => new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' }));
const moment = lazily(() => new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' }));

/** Formats a whole number with the locale's separators. */
export const formatCount = (value: number): string =>
  // Small integers have no separators, so most pages need no Intl format at all.
  Number.isInteger(value) && Math.abs(value) < 1000 ? String(value) : number().format(value);

/** Formats a number with one decimal, for averages and hours. */
export const formatOneDecimal = (value: number): string => oneDecimal().format(value);

/** Formats an ISO 8601 instant as a day in the user's locale and time zone. */
export const formatDay = (instant: string): string => day().format(new Date(instant));

/** Formats an instant, ISO 8601 or milliseconds since 1970, as day and time in the user's locale and time zone. */
export const formatMoment = (instant: string | number): string => moment().format(new Date(instant));

/** `1 game`, `2 games`. */
export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`;
