import { isTooLong, nothing, type Read, saysNothing, shown } from './read-values.ts';

/** Month names and abbreviations in English, German, French and Spanish, without accents. */
const months = [
  /^(?:jan|january|januar|janner|janvier|janv|enero|ene)$/,
  /^(?:feb|february|februar|fevrier|fevr|fev|febrero)$/,
  /^(?:mar|march|marz|maerz|mrz|mars|marzo)$/,
  /^(?:apr|april|avril|avr|abril|abr)$/,
  /^(?:may|mai|mayo)$/,
  /^(?:jun|june|juni|juin|junio)$/,
  /^(?:jul|july|juli|juillet|juil|julio)$/,
  /^(?:aug|august|aout|agosto|ago)$/,
  /^(?:sep|sept|september|septembre|septiembre|setiembre)$/,
  /^(?:oct|october|okt|oktober|octobre|octubre)$/,
  /^(?:nov|november|novembre|noviembre)$/,
  /^(?:dec|december|dez|dezember|decembre|dic|diciembre)$/,
];

const weekday = /^(?:\p{L}{2,10}\.?,\s*|(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?\s+)/iu;
const time =
  /(?:(?<=\d)T|,?\s+(?:at |um |à |a las )?)(\d{1,2})[:h](\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?:\s*([ap])\.?m\.?)?(?:\s*(?:Uhr|h))?\s*(Z|(?:UTC|GMT)?\s?[+-]\d{2}(?::?\d{2})?|UTC|GMT)?(?:\s*\([^)]*\))?$/i;

const hourMs = 3_600_000;

/** The time zone that is furthest ahead, where a day begins first. */
const aheadMs = 14 * hourMs;

interface Day {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/**
 * Reads an instant. A day without a time or time zone becomes noon UTC, which is the same day from UTC-12 to UTC+11. An
 * ambiguous day is a problem.
 */
export function readDate(text: string): Read<string> {
  if (saysNothing(text)) return nothing;
  const given = text.trim().replace(/\s+/g, ' ');
  if (isTooLong(given)) return { problem: `"${shown(text)}" is not a readable date.` };
  const counted = readCount(given);
  if (counted) return counted;
  const timed = time.exec(given);
  const written = (timed ? given.slice(0, timed.index) : given).replace(weekday, '').trim();
  const day = dayIn(written);
  if (day === 'ambiguous') return { problem: `"${shown(text)}" is ambiguous: it could be two days.` };
  if (!day) return { problem: `"${shown(text)}" is not a readable date.` };
  const at = instantOf(day, timed);
  return at === null ? { problem: `"${shown(text)}" is not a day up to today.` } : { value: at };
}

/** Reads Unix seconds, Unix milliseconds and Excel day numbers. */
function readCount(text: string): Read<string> | null {
  const [, digits = '', rest = ''] = /^(\d{5}|\d{9,10}|\d{13})(\.\d+)?$/.exec(text) ?? [];
  if (digits === '') return null;
  const unixDay = 25_569;
  const ms =
    digits.length === 5
      ? (Math.floor(Number(digits)) - unixDay + 0.5) * 24 * hourMs
      : Number(digits + rest) * (digits.length === 13 ? 1 : 1000);
  return ms >= 0 && ms <= Date.now() + 24 * hourMs
    ? { value: new Date(Math.floor(ms)).toISOString() }
    : { problem: `"${shown(text)}" is not a day up to today.` };
}

function dayIn(text: string): Day | 'ambiguous' | null {
  const first = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/.exec(text);
  if (first) return { year: Number(first[1]), month: Number(first[3]), day: Number(first[4]) };
  const compact = /^((?:19|20)\d{2})(\d{2})(\d{2})$/.exec(text) ?? /^(\d{4})年(\d{1,2})月(\d{1,2})日$/.exec(text);
  if (compact) return { year: Number(compact[1]), month: Number(compact[2]), day: Number(compact[3]) };
  const dotted = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4}|\d{2})$/.exec(text);
  if (dotted) return { year: yearIn(dotted[3]), month: Number(dotted[2]), day: Number(dotted[1]) };
  const slashed = /^(\d{1,2})([-/])(\d{1,2})\2(\d{4}|\d{2})$/.exec(text);
  // 20-05-06 may begin or end with its year.
  if (slashed?.[2] === '-' && slashed[4]?.length === 2) return 'ambiguous';
  if (slashed) return slashedDay(Number(slashed[1]), Number(slashed[3]), yearIn(slashed[4]));
  return spokenDay(text);
}

function slashedDay(first: number, second: number, year: number): Day | 'ambiguous' {
  if (first <= 12 && second <= 12 && first !== second) return 'ambiguous';
  return first > 12 ? { year, month: second, day: first } : { year, month: first, day: second };
}

const dayFirst =
  /^(\d{1,2})(?:st|nd|rd|th|er|\.)?[\s/-]*(?:(?:de|of) )?([a-z]{3,10})\.?,?[\s/-]*(?:(?:de|of) )?(\d{4}|\d{2})$/;
const monthFirst = /^([a-z]{3,10})\.?[\s/-]*(\d{1,2})(?:st|nd|rd|th)?(?:,\s*|[\s/-]+)(\d{4}|\d{2})$/;
const yearFirst = /^(\d{4})[\s/-]+([a-z]{3,10})\.?[\s/-]+(\d{1,2})$/;

function spokenDay(text: string): Day | null {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const dated = (year?: string, month = '', day?: string): Day | null => {
    const at = months.findIndex((names) => names.test(month));
    return at === -1 ? null : { year: yearIn(year), month: at + 1, day: Number(day) };
  };
  const [, day, month, year] = dayFirst.exec(plain) ?? [];
  if (day) return dated(year, month, day);
  const [, itsMonth, itsDay, itsYear] = monthFirst.exec(plain) ?? [];
  if (itsMonth) return dated(itsYear, itsMonth, itsDay);
  const named = yearFirst.exec(plain);
  return named && dated(named[1], named[2], named[3]);
}

/** Expands a two-digit year to 1970 through 2069. */
const yearIn = (text = ''): number => {
  const year = Number(text);
  if (text.length > 2) return year;
  return year >= 70 ? 1900 + year : 2000 + year;
};

function instantOf({ year, month, day }: Day, timed: RegExpExecArray | null): string | null {
  const midnight = Date.UTC(year, month - 1, day);
  if (new Date(midnight).getUTCDate() !== day || new Date(midnight).getUTCMonth() !== month - 1) return null;
  if (midnight < 0 || midnight > Date.now() + aheadMs) return null;
  const [, hours = '12', minutes = '0', seconds = '0', fraction = '0', half, zone] = timed ?? [];
  const hour = half ? (Number(hours) % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : Number(hours);
  if (hour > 23 || Number(minutes) > 59 || Number(seconds) > 59 || (half && Number(hours) > 12)) return null;
  if (zone === undefined) return new Date(midnight + 12 * hourMs).toISOString();
  const ms =
    (hour * 60 + Number(minutes)) * 60_000 + Number(seconds) * 1000 + Math.floor(Number(`0.${fraction}`) * 1000);
  const at = new Date(midnight + ms - offsetIn(zone));
  return at.getTime() >= 0 && at.getTime() <= Date.now() + 24 * hourMs ? at.toISOString() : null;
}

/** Returns milliseconds. */
function offsetIn(zone: string): number {
  const [, sign, hours, minutes = '0'] = /([+-])(\d{2}):?(\d{2})?$/.exec(zone) ?? [];
  return sign ? (sign === '-' ? -1 : 1) * (Number(hours) + Number(minutes) / 60) * hourMs : 0;
}
