const number = new Intl.NumberFormat();
const oneDecimal = new Intl.NumberFormat(undefined, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });

const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** A whole number with the locale's separators. */
export const formatCount = (value: number): string => number.format(value);

/** A number with exactly one decimal, as averages and hours are shown. */
export const formatOneDecimal = (value: number): string => oneDecimal.format(value);

/** An ISO 8601 instant as a day in the user's locale and time zone. */
export const formatDay = (instant: string): string => day.format(new Date(instant));

/** Milliseconds since 1970 as a day and time of the user's locale and time zone. */
export const formatMoment = (at: number): string => moment.format(at);

/** `1 game`, `2 games`. */
export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`;
