import { hoursRule, uniqueTags } from '@nightshelf/contracts/entry-rules.ts';
import { guid as guidSchema } from '@nightshelf/contracts/fields.ts';
import { type PlatformId, type Status, tags as tagsSchema } from '@nightshelf/contracts/library-entry.ts';
import { notListed, platformNames } from '@nightshelf/contracts/platforms/platform-names.ts';

/** The result of reading a cell: a value, null for an empty cell, or why it is unreadable. */
export type Read<Value> = { readonly value: Value | null } | { readonly problem: string };

const nothing = { value: null } as const;

/** Returns the letters, digits and + in lower case, without accents. */
const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}+]/gu, '');

const noValue =
  /^(?:[-–—−]+|\?|n\.?\s?\/?\s?a\.?|none|null|nil|nan|undefined|unknown|unrated|not rated|tb[ad]|0000-00-00( 00:00(:00)?)?|k\.\s?a\.|keine?|aucune?|ningun[oa])$/i;

/** True for an empty cell and for the marks that spreadsheets use for one, such as `-` and `N/A`. */
export const saysNothing = (text: string): boolean => {
  const given = text.trim();
  return given === '' || noValue.test(given);
};

const yes = new Set(['true', 'yes', 'y', '1', 'x', '✓', '✔', '✅', '☑', '☒', '●', '•', '*']);
const no = new Set(['false', 'no', 'n', '0', '☐', '○']);
for (const word of ['ja', 'wahr', 'oui', 'vrai', 'sí', 'si', 'verdadero']) yes.add(word);
for (const word of ['nein', 'falsch', 'non', 'faux', 'falso']) no.add(word);

/** True for text longer than any number, date or status, so that no pattern runs on very long cells. */
const isTooLong = (text: string): boolean => text.length > 200;

export function readFlag(text: string): Read<boolean> {
  if (saysNothing(text)) return nothing;
  // Emoji may carry an invisible variation selector.
  const word = text.replaceAll('\ufe0f', '').trim().toLowerCase();
  if (yes.has(word)) return { value: true };
  return no.has(word) ? { value: false } : { problem: `"${shown(text)}" is neither yes nor no.` };
}

/** Splits a cell that was a JSON list: one line per value, empty for a missing one. */
export const linesOf = (text: string): string[] => (text === '' ? [] : text.split('\n').map((line) => line.trim()));

/** Shortens a cell for use in a sentence. */
export const shown = (text: string): string => {
  const short = text.trim().replace(/\s+/g, ' ');
  return short.length > 60 ? `${short.slice(0, 59).toWellFormed()}…` : short;
};

/** Status words of other services and of spreadsheets, in English, German, French and Spanish. */
const words: Readonly<Record<Status, readonly string[]>> = {
  want_to_play: [
    'want to play,wishlist,wishlisted,wish list,want,wanted,backlog,backlogged,plan,planned,plan to play,planning,to play',
    'unplayed,not played,never played,not started,not yet started,unstarted,pending,queued,queue,interested,todo,to do',
    'up next,next,play next,next up,someday,pile of shame',
    'will ich spielen,möchte ich spielen,Wunschliste,gewünscht,geplant,ungespielt,nicht gespielt,noch nicht gespielt',
    'nicht begonnen,noch nicht begonnen,nicht gestartet,zu spielen,als nächstes',
    'à jouer,à faire,liste de souhaits,souhaité,envie,prévu,non commencé,pas commencé,pas encore commencé,non joué',
    'pendiente,por jugar,lista de deseos,deseado,deseada,quiero jugar,sin empezar,no empezado,sin jugar,planeado',
  ],
  playing: [
    'playing,currently playing,in progress,now playing,started,begun,replaying,reading,watching,active,current',
    'on hold,paused,pause,shelved,unfinished,endless,continuous,ongoing,infinite',
    'wird gespielt,spiele ich,spiele ich gerade,spiele gerade,spielt,am spielen,begonnen,angefangen,gestartet,läuft',
    'in Arbeit,aktuell,pausiert,unterbrochen,endlos,fortlaufend,unbeendet',
    'en cours,je joue,commencé,commencée,en pause,sans fin',
    'jugando,en curso,en progreso,en proceso,empezado,empezada,en pausa,pausado,pausada,sin fin',
  ],
  completed: [
    'completed,complete,finished,beaten,beat,played,mastered,done,retired completed,fully completed,cleared,perfect',
    'perfected,platinum,platinumed,100,main story,main story completed,story completed,played through',
    'gespielt,durchgespielt,abgeschlossen,beendet,fertig,geschafft,erledigt,komplett,vollständig,Platin,platiniert',
    'terminé,terminée,fini,finie,complété,complétée,achevé,achevée,joué,jouée,platine,platiné',
    'completado,completada,terminado,terminada,acabado,acabada,finalizado,finalizada,jugado,jugada,pasado,platino',
  ],
  dropped: [
    "dropped,abandoned,quit,retired,gave up,given up,dnf,did not finish,didn't finish,won't play,will not play,stopped",
    'not interested,cancelled,canceled',
    'abgebrochen,aufgegeben,fallengelassen,verworfen,nicht interessiert,kein Interesse,werde ich nicht spielen',
    'abandonné,abandonnée,arrêté,arrêtée,laissé tomber,pas intéressé,pas intéressée',
    'abandonado,abandonada,dejado,dejada,cancelado,cancelada,no me interesa',
  ],
  collection: [
    'collection,owned,own,library,in collection,in library,bought,purchased',
    'Sammlung,in Sammlung,im Besitz,besitze ich,vorhanden,gekauft,Bibliothek',
    'dans la collection,possédé,possédée,bibliothèque,ludothèque,acheté,achetée',
    'colección,en la colección,en propiedad,lo tengo,biblioteca,comprado,comprada',
  ],
};

const statuses: ReadonlyMap<string, Status> = new Map(
  Object.entries(words).flatMap(([status, lines]) =>
    [status, ...lines.flatMap((line) => line.split(','))].map((word) => [plain(word), status as Status] as const),
  ),
);

/** `100% Completed`, `Completed (100%)` */
const withoutWhole = (text: string) => text.replace(/\(?\b100\s*%\)?/, '');

export function readStatus(text: string): Read<Status> {
  if (saysNothing(text)) return nothing;
  const value = isTooLong(text) ? undefined : (statuses.get(plain(text)) ?? statuses.get(plain(withoutWhole(text))));
  return value ? { value } : { problem: `"${shown(text)}" is not a known status.` };
}

/** `8/10`, `8 out of 10`, `8 von 10`, `85%` */
const scaled = /^(.*?)\s*(?:(?:\/|out of|of|von|sur|de|su)\s*(\d+)(?:[.,]0+)?|(%))$/i;
const stars = /^([★⭐🌟]+)(½?)[☆]*$/u;
const starWords = /\s*(?:[★⭐]|stars?|sterne?n?|étoiles?|estrellas?|points?|punkte?|puntos?|pts?\.?)$/iu;

/**
 * Reads a rating as a whole number from 1 to 10.
 * @param outOf the best rating of the file, for ratings that do not state it
 */
export function readRating(text: string, outOf: number): Read<number> {
  if (saysNothing(text)) return nothing;
  const given = text.replaceAll('\ufe0f', '').trim().replace(/\s+/g, ' ');
  const { number, best } = isTooLong(given)
    ? { number: Number.NaN, best: outOf }
    : (readStars(given) ?? readScaled(given, outOf));
  if (number === 0) return nothing;
  if (Number.isNaN(number) || number < 0 || number > best) {
    return { problem: `The rating "${shown(text)}" is not between 0 and ${best}.` };
  }
  return { value: Math.max(1, Math.round((number / best) * 10)) };
}

function readStars(text: string) {
  if (/^☆+$/.test(text)) return { number: 0, best: 5 };
  const read = stars.exec(text.replace(/\s+/g, ''));
  if (!read) return null;
  const number = [...(read[1] ?? '')].length + (read[2] ? 0.5 : 0);
  return { number, best: [...text].filter((sign) => /[★⭐🌟☆]/u.test(sign)).length > 5 ? 10 : 5 };
}

function readScaled(text: string, outOf: number) {
  const [, value = '', best, percent] = scaled.exec(text.replace(starWords, '')) ?? [];
  if (percent) return { number: readNumber(value), best: 100 };
  const without = (best === undefined ? text : value).replace(starWords, '');
  return { number: readNumber(without), best: Number(best ?? outOf) };
}

const fractions: Readonly<Record<string, string>> = { '¼': '.25', '½': '.5', '¾': '.75' };

const grouped = /\d{1,3}(?:[ '’\u00a0\u2009\u202f]\d{3})+(?!\d)/g;

/** One separator alone is a decimal sign, except for a comma before exactly three digits. */
function pointed(number: string): string {
  const [, separator, other] = /^\d+([.,])(?:\d+\1)*\d+(?:([.,])\d+)?$/.exec(number) ?? [];
  if (separator === undefined) return number;
  if (other !== undefined && other !== separator) return number.replaceAll(separator, '').replace(',', '.');
  const isGrouped = separator === ',' ? /^\d{1,3}(,\d{3})+$/ : /^\d{1,3}(\.\d{3}){2,}$/;
  return isGrouped.test(number) ? number.replaceAll(separator, '') : number.replace(separator, '.');
}

/** Rewrites all numbers as in `1234.5`, for example `1.234,5`, `1'234.5`, `1 234,5` and `1234½`. */
const withPlainNumbers = (text: string): string =>
  text
    .replace(grouped, (number) => number.replace(/\D/g, ''))
    .replace(/\d+(?:[.,]\d+)+/g, pointed)
    .replace(/(\d*)\s?([¼½¾])/g, (_, whole: string, fraction: string) => `${whole || '0'}${fractions[fraction] ?? ''}`)
    .trim();

/** Rewrites `~40`, `about 40` and `40+` as `40`. */
const withoutAbout = (text: string): string =>
  text
    .replace(
      /^\s*(?:[~≈≥>±]|(?:ca|circa|about|around|approx|approximately|etwa|ungefähr|environ|env|unos)\b\.?)\s*/i,
      '',
    )
    .replace(/(?<=\d)\s*\+(?!\s*\d)/, '');

/** @returns NaN for a text that is not a number */
function readNumber(text: string): number {
  const number = withPlainNumbers(withoutAbout(text));
  return /^-?\d+(\.\d+)?$/.test(number) ? Number(number) : Number.NaN;
}

/** `1.234` alone is 1234 in some locales and a decimal number in others. */
const isAmbiguous = (text: string): boolean => /(?<![\d.,])[1-9]\d{0,2}\.\d{3}(?![\d.,])/.test(text);

/** Other services' names for our platforms. */
const platformAliases: Readonly<Record<string, string>> = {
  'PC (Microsoft Windows)': 'PC',
  Windows: 'PC',
  'PC Windows': 'PC',
  'Windows PC': 'PC',
  WIN: 'PC',
  Steam: 'PC',
  PS: 'PlayStation',
  PS1: 'PlayStation',
  PSX: 'PlayStation',
  PS2: 'PlayStation 2',
  PS3: 'PlayStation 3',
  PS4: 'PlayStation 4',
  PS5: 'PlayStation 5',
  'Sony PlayStation 4': 'PlayStation 4',
  'Sony PlayStation 5': 'PlayStation 5',
  'PS Vita': 'PlayStation Vita',
  Switch: 'Nintendo Switch',
  XB1: 'Xbox One',
  XONE: 'Xbox One',
  SNES: 'Super Nintendo Entertainment System',
  NES: 'Nintendo Entertainment System',
  N64: 'Nintendo 64',
  GBA: 'Game Boy Advance',
  'Xbox Series X/S': 'Xbox Series X|S',
};

// The first platform with a name wins, except that the names of the specification below override it.
const platformIds = new Map<string, number>();
for (const [id, name] of platformNames) if (!platformIds.has(plain(name))) platformIds.set(plain(name), id);
for (const [id, name] of [
  [94, 'PC'],
  [139, 'PlayStation 4'],
  [168, 'PlayStation 5'],
  [157, 'Nintendo Switch'],
  [145, 'Xbox One'],
] as const) {
  platformIds.set(plain(name), id);
}
for (const [alias, name] of Object.entries(platformAliases)) {
  const id = platformIds.get(plain(name));
  if (id !== undefined && !platformIds.has(plain(alias))) platformIds.set(plain(alias), id);
}

export function readPlatform(text: string): Read<PlatformId> {
  if (saysNothing(text)) return nothing;
  if (plain(text) === 'notlisted') return { value: notListed };
  const value = platformIds.get(plain(text));
  return value === undefined ? { problem: `The platform "${shown(text)}" is unknown.` } : { value };
}

const longestTitle = 500;

/** Reads a title and the year in brackets at its end, which distinguishes "God of War (2018)" from "God of War". */
function readTitle(text: string): { readonly title: Read<string>; readonly year: number | null } {
  const given = text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out.
    .replace(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\ufeff]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  if (given === '') return { title: nothing, year: null };
  if (given.length > longestTitle) return { title: { problem: 'The name of the game is too long.' }, year: null };
  const year = /\S\s*\(((?:19[5-9]|20\d)\d)\)$/.exec(given)?.[1];
  return { title: { value: given }, year: year === undefined ? null : Number(year) };
}

/**
 * Reads a title and its year, from its own column or else from the title.
 * @param yearText a year, a date, or nothing
 */
export function readTitleAndYear(text: string, yearText = ''): { title: Read<string>; year: Read<number> } {
  const { title, year } = readTitle(text);
  const read = readYear(yearText);
  return { title, year: 'value' in read && read.value === null ? { value: year } : read };
}

/** Reads a year, or the year of a date. */
function readYear(text: string): Read<number> {
  if (saysNothing(text)) return nothing;
  // Spreadsheets may write 2018 as "2,018".
  const given = text.trim().replace(/^([12])[.,](\d{3})$/, '$1$2');
  const year = /(?:^|\D)((?:19[5-9]|20\d)\d)(?:\D|$)/.exec(given)?.[1];
  return year ? { value: Number(year) } : { problem: `"${shown(text)}" is not a year.` };
}

/** Reads a guid or a number of another service: `igdb-72`, `steam-620`. */
export function readGuid(text: string): Read<string> {
  if (saysNothing(text)) return nothing;
  const read = guidSchema.safeParse(text.trim());
  return read.success ? { value: read.data } : { problem: `"${shown(text)}" does not identify a game.` };
}

export function readTags(words: readonly string[]): Read<string[]> {
  const given = words.map((word) => word.trim()).filter(Boolean);
  if (given.length === 0) return nothing;
  const read = tagsSchema.safeParse(given);
  return read.success
    ? { value: uniqueTags(read.data) }
    : { problem: `${read.error.issues[0]?.message ?? 'The tags are none'}.` };
}

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
 * Reads an instant. A day without a time zone becomes noon UTC, even with a time, so that it stays the same day from
 * UTC-12 to UTC+11. An ambiguous day is a problem.
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

/** Days whose order is certain: 2023-12-31, 20231231, 2023年12月31日, 31.12.2023. */
const dayForms = [
  /^(?<year>\d{4})([-/.])(?<month>\d{1,2})\2(?<day>\d{1,2})$/,
  /^(?<year>(?:19|20)\d{2})(?<month>\d{2})(?<day>\d{2})$/,
  /^(?<year>\d{4})年(?<month>\d{1,2})月(?<day>\d{1,2})日$/,
  /^(?<day>\d{1,2})\.\s?(?<month>\d{1,2})\.\s?(?<year>\d{4}|\d{2})$/,
];

/** Days with the name of the month, without accents: 31st of December 2023, December 31, 2023, 2023 Dec 31. */
const spokenForms = [
  /^(?<day>\d{1,2})(?:st|nd|rd|th|er|\.)?[\s/-]*(?:(?:de|of) )?(?<month>[a-z]{3,10})\.?,?[\s/-]*(?:(?:de|of) )?(?<year>\d{4}|\d{2})$/,
  /^(?<month>[a-z]{3,10})\.?[\s/-]*(?<day>\d{1,2})(?:st|nd|rd|th)?(?:,\s*|[\s/-]+)(?<year>\d{4}|\d{2})$/,
  /^(?<year>\d{4})[\s/-]+(?<month>[a-z]{3,10})\.?[\s/-]+(?<day>\d{1,2})$/,
];

const matchIn = (text: string, forms: readonly RegExp[]) =>
  forms.map((form) => form.exec(text)?.groups).find((groups) => groups !== undefined);

function dayIn(text: string): Day | 'ambiguous' | null {
  const [, first, sign, second, year = ''] = /^(\d{1,2})([-/])(\d{1,2})\2(\d{4}|\d{2})$/.exec(text) ?? [];
  // 20-05-06 may begin or end with its year.
  if (sign === '-' && year.length === 2) return 'ambiguous';
  if (sign) return slashedDay(Number(first), Number(second), yearIn(year));
  const certain = matchIn(text, dayForms);
  if (certain) return { year: yearIn(certain.year), month: Number(certain.month), day: Number(certain.day) };
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const spoken = matchIn(plain, spokenForms);
  const month = months.findIndex((names) => names.test(spoken?.month ?? '')) + 1;
  return spoken && month > 0 ? { year: yearIn(spoken.year), month, day: Number(spoken.day) } : null;
}

function slashedDay(first: number, second: number, year: number): Day | 'ambiguous' {
  if (first <= 12 && second <= 12 && first !== second) return 'ambiguous';
  return first > 12 ? { year, month: second, day: first } : { year, month: first, day: second };
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

function offsetIn(zone: string): number {
  const [, sign, hours, minutes = '0'] = /([+-])(\d{2}):?(\d{2})?$/.exec(zone) ?? [];
  return sign ? (sign === '-' ? -1 : 1) * (Number(hours) + Number(minutes) / 60) * hourMs : 0;
}
