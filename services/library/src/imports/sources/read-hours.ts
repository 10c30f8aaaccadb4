import { hoursRule } from '@nightshelf/contracts/entry-rules.ts';
import { isAmbiguous, withoutAbout, withPlainNumbers } from './read-number.ts';
import { isTooLong, nothing, type Read, saysNothing, shown } from './read-values.ts';

/** Units in hours, the longest first, by how they are written in English, German, French and Spanish. */
const units: ReadonlyArray<readonly [number, RegExp]> = [
  [168, /^(?:w|wk|wks|weeks?|wochen?|semaines?|semanas?)$/],
  [24, /^(?:d|days?|t|tag|tage|tagen|j|jours?|d[ií]as?)$/],
  [1, /^(?:h|hr|hrs|hours?|std|stdn|stunden?|heures?|horas?)$/],
  [1 / 60, /^(?:m|min|mins|minutes?|minuten?|minutos?)$/],
  [1 / 3600, /^(?:s|sec|secs|seconds?|sek|sekunden?|secondes?|segundos?)$/],
];

const hourAt = 2;
const minuteAt = 3;

/** The longest time that is rounded to 0 hours. */
const nextToNothing = 0.25;

/**
 * Hours in steps of half an hour: 12.5, 12,5, 12h 30m, 12h30, 12:30:00, 90 min, 1 day, 13 hours, PT12H30M, ~40.
 * A time that rounds to 0 is nothing; only a stated 0 is 0.
 */
export function readHours(text: string): Read<number> {
  if (saysNothing(text)) return nothing;
  const hours = isTooLong(text) ? null : hoursIn(text.trim().replace(/\s+/g, ' ').toLowerCase());
  if (hours === null) return { problem: `"${shown(text)}" is no number of hours.` };
  if (hours > hoursRule.max.value) {
    // JSON has rounded numbers of that many digits: the file says something else.
    const given = /\d{16}/.test(text) ? 'The time played' : `"${shown(text)}"`;
    return { problem: `${given} is more than the 99,999.5 hours that a game can have.` };
  }
  if (hours > 0 && hours < nextToNothing) return nothing;
  return { value: Math.round(hours * 2) / 2 };
}

/** The time of a service that writes 0 for a game without one. */
export function readTimePlayed(text: string): Read<number> {
  const read = readHours(text);
  return 'value' in read && read.value === 0 ? nothing : read;
}

/** Hours of a table of unknown origin. The browser, which sees whole columns, has resolved what it can. */
export const readHoursOfTable = (text: string): Read<number> =>
  isAmbiguous(text)
    ? { problem: `"${shown(text)}" could mean thousands of hours or a decimal point.` }
    : readHours(text);

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

/** Numbers with their units, the longest unit first. The last may lack one: hours, or minutes behind hours. */
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
