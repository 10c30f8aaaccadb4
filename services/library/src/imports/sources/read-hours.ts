import { hoursRule } from '@nightshelf/contracts/entry-rules.ts';
import { isAmbiguous, withoutAbout, withPlainNumbers } from './read-number.ts';
import { isTooLong, nothing, type Read, saysNothing, shown } from './read-values.ts';

/** Units in hours, longest first, in English, German, French and Spanish. */
const units: ReadonlyArray<readonly [number, RegExp]> = [
  [168, /^(?:w|wk|wks|weeks?|wochen?|semaines?|semanas?)$/],
  [24, /^(?:d|days?|t|tag|tage|tagen|j|jours?|d[ií]as?)$/],
  [1, /^(?:h|hr|hrs|hours?|std|stdn|stunden?|heures?|horas?)$/],
  [1 / 60, /^(?:m|min|mins|minutes?|minuten?|minutos?)$/],
  [1 / 3600, /^(?:s|sec|secs|seconds?|sek|sekunden?|secondes?|segundos?)$/],
];

const hourAt = 2;
const minuteAt = 3;

const nextToNothing = 0.25;

/**
 * Reads hours, rounded to half an hour: 12.5, 12,5, 12h 30m, 12h30, 12:30:00, 90 min, 1 day, 13 hours, PT12H30M, ~40. A
 * time that rounds to 0 is empty; only a stated 0 is 0.
 */
export function readHours(text: string): Read<number> {
  if (saysNothing(text)) return nothing;
  const hours = isTooLong(text) ? null : hoursIn(text.trim().replace(/\s+/g, ' ').toLowerCase());
  if (hours === null) return { problem: `"${shown(text)}" is not a number of hours.` };
  if (hours > hoursRule.max.value) {
    // JSON parsing rounds numbers of that many digits, so the file contains another number.
    const given = /\d{16}/.test(text) ? 'The time played' : `"${shown(text)}"`;
    return { problem: `${given} exceeds the maximum of 99,999.5 hours.` };
  }
  if (hours > 0 && hours < nextToNothing) return nothing;
  return { value: Math.round(hours * 2) / 2 };
}

/** Reads the time from a service that writes 0 when it has none. */
export function readTimePlayed(text: string): Read<number> {
  const read = readHours(text);
  return 'value' in read && read.value === 0 ? nothing : read;
}

/** Reads hours from a table of unknown origin; the browser, which sees whole columns, has resolved most ambiguities. */
export const readHoursOfTable = (text: string): Read<number> =>
  isAmbiguous(text) ? { problem: `"${shown(text)}" is ambiguous: thousands or a decimal point.` } : readHours(text);

function hoursIn(given: string): number | null {
  const clock = /^(?:(\d{1,5})[.\s])?(\d{1,6}):([0-5]?\d)(?::([0-5]?\d)(?:\.\d+)?)?(?:\s*(?:h|hrs?|std\.?))?$/.exec(
    given,
  );
  if (clock) {
    const [days, hours, minutes, seconds] = clock.slice(1).map((part) => Number(part ?? 0)) as [
      number,
      number,
      number,
      number,
    ];
    return days * 24 + hours + minutes / 60 + seconds / 3600;
  }
  const iso = /^p(?:(\d+)d)?(?:t(?:([\d.]+)h)?(?:([\d.]+)m)?(?:([\d.]+)s)?)?$/.exec(given);
  const text = iso ? given.slice(1).replace('t', '') : withPlainNumbers(withoutAbout(given));
  return addUp(text);
}

/** Adds up numbers with units, longest unit first. The last unit is optional: hours, or minutes after hours. */
function addUp(text: string): number | null {
  const part = /(\d+(?:\.\d+)?)\s*([a-zí]*)\.?(?:\s*(?:,|&|and|und|et|y)?\s*)/y;
  let sum = 0;
  let last = -1;
  while (part.lastIndex < text.length) {
    const [whole, number = '', word = ''] = part.exec(text) ?? [];
    if (whole === undefined) return null;
    const at = word === '' ? bareUnit(last, number) : units.findIndex(([, name]) => name.test(word));
    if (at <= last || (word === '' && part.lastIndex < text.length)) return null;
    sum += Number(number) * (units[at]?.[0] ?? Number.NaN);
    last = at;
  }
  return last === -1 || Number.isNaN(sum) ? null : sum;
}

function bareUnit(last: number, number: string): number {
  if (last === -1) return hourAt;
  return last === hourAt && /^[0-5]?\d$/.test(number) ? minuteAt : -1;
}
