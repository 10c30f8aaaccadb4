import { lazily } from './lazily.ts';

// The digits of the texts around them, in any locale.
const number = lazily(() => new Intl.NumberFormat(undefined, { numberingSystem: 'latn' }));
const oneDecimal = lazily(
  () => new Intl.NumberFormat(undefined, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
);
const day = lazily(() => new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' }));
const moment = lazily(() => new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' }));

/** A whole number with the locale's separators. */
export const formatCount = (value: number): string =>
  // Nothing to separate: most pages need no format of the locale at all.
  Number.isInteger(value) && Math.abs(value) < 1000 ? String(value) : number().format(value);

/** A number with exactly one decimal, as averages and hours are shown. */
export const formatOneDecimal = (value: number): string => oneDecimal().format(value);

/** An ISO 8601 instant as a day in the user's locale and time zone. */
export const formatDay = (instant: string): string => day().format(new Date(instant));

/** An instant, ISO 8601 or milliseconds since 1970, as day and time in the user's locale and time zone. */
export const formatMoment = (instant: string | number): string => moment().format(new Date(instant));

/** `1 game`, `2 games`. */
export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`;
