import { lazily } from './lazily.ts';

const relative = lazily(() => new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' }));

const minute = 60;
/** Each unit with its seconds, the largest first. */
const units = [
  ['year', 365 * 24 * 60 * minute],
  ['month', 30 * 24 * 60 * minute],
  ['week', 7 * 24 * 60 * minute],
  ['day', 24 * 60 * minute],
  ['hour', 60 * minute],
  ['minute', minute],
] as const;

/**
 * Formats the age of an instant in the user's locale: 'now', '5 minutes ago', 'yesterday'.
 * @param instant ISO 8601; one in the future, by a wrong clock, counts as now
 * @param now milliseconds since 1970
 */
export function formatAgo(instant: string, now: number = Date.now()): string {
  const seconds = (now - Date.parse(instant)) / 1000;
  const unit = units.find(([, size]) => seconds >= size);
  return unit ? relative().format(-Math.floor(seconds / unit[1]), unit[0]) : relative().format(0, 'second');
}
