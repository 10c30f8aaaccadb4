import { hoursRule, notListed, type PlatformId, platformNames, type Status } from '@nightshelf/contracts';

/** What was read of a cell: a value, nothing (null), or why it could not be read. */
export type Read<Value> = { readonly value: Value | null } | { readonly problem: string };

const nothing = { value: null } as const;

/** Letters and digits alone, in small letters. */
const plain = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}+]/gu, '');

/** The words of ours and of others for a status. */
const statusWords: ReadonlyMap<string, Status> = new Map(
  Object.entries({
    want_to_play:
      'want to play,wanttoplay,wishlist,wishlisted,want,backlog,planned,plan to play,planning,to play,unplayed,not played,not started,pending,queued,interested,todo',
    playing:
      'playing,currently playing,in progress,now playing,started,replaying,reading,watching,active,on hold,paused,pause,shelved',
    completed: 'completed,complete,finished,beaten,beat,played,mastered,100,done,retired completed',
    dropped: 'dropped,abandoned,quit,retired,gave up',
    collection: 'collection,owned,library,in collection',
  } satisfies Record<Status, string>).flatMap(([status, words]) =>
    [status, ...words.split(',')].map((word) => [plain(word), status as Status] as const),
  ),
);

export function readStatus(text: string): Read<Status> {
  if (text.trim() === '') return nothing;
  const value = statusWords.get(plain(text));
  return value ? { value } : { problem: `"${shown(text)}" is no status that is known here.` };
}

/**
 * A whole number from 1 to 10.
 * @param outOf the best that the file gives
 */
export function readRating(text: string, outOf: number): Read<number> {
  const stars = /^\s*(★+)(½?)☆*\s*$/.exec(text);
  const number = stars ? (stars[1] ?? '').length + (stars[2] ? 0.5 : 0) : readNumber(text.replace(/\/\s*\d+\s*$/, ''));
  const best = stars ? 5 : Number(/\/\s*(\d+)\s*$/.exec(text)?.[1] ?? outOf);
  if (number === null || number === 0) return nothing;
  if (Number.isNaN(number) || number < 0 || number > best) {
    return { problem: `The rating "${shown(text)}" is not between 0 and ${best}.` };
  }
  return { value: Math.max(1, Math.round((number / best) * 10)) };
}

/** Hours in steps of half an hour: 12.5, 12,5, 12h 30m, 12:30:00, 90 min. */
export function readHours(text: string): Read<number> {
  if (text.trim() === '' || /^\s*-+\s*$/.test(text)) return nothing;
  const hours = hoursIn(text.trim().toLowerCase());
  if (hours === null || hours < 0) return { problem: `"${shown(text)}" is no number of hours.` };
  const value = Math.round(hours * 2) / 2;
  if (value > hoursRule.max.value) return { problem: `${shown(text)} hours are more than a game can have here.` };
  return { value };
}

function hoursIn(text: string): number | null {
  const clock = /^(\d{1,6}):([0-5]?\d)(?::([0-5]?\d))?$/.exec(text);
  if (clock) return Number(clock[1]) + Number(clock[2]) / 60 + Number(clock[3] ?? 0) / 3600;
  const spoken =
    /^(?:(\d+(?:[.,]\d+)?)\s*(?:h|hrs?|hours?))?\s*(?:(\d+(?:[.,]\d+)?)\s*(?:m|mins?|minutes?))?\s*(?:(\d+)\s*(?:s|secs?|seconds?))?$/.exec(
      text,
    );
  if (spoken && spoken[0] !== '' && spoken.slice(1).some((part) => part !== undefined)) {
    const [hours = 0, minutes = 0, seconds = 0] = spoken
      .slice(1)
      .map((part) => Number((part ?? '0').replace(',', '.')));
    return hours + minutes / 60 + seconds / 3600;
  }
  const number = readNumber(text);
  return number === null || Number.isNaN(number) ? null : number;
}

/** A number with a point or a comma; null for nothing, NaN for what is none. */
function readNumber(text: string): number | null {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  if (/^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(trimmed)) return Number(trimmed.replaceAll(',', ''));
  return /^-?\d+([.,]\d+)?$/.test(trimmed) ? Number(trimmed.replace(',', '.')) : Number.NaN;
}

/** Names that others have for platforms of ours. */
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

// The first of a name wins, but for the specification's own, which come last in the list.
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
  if (text.trim() === '') return nothing;
  if (plain(text) === 'notlisted') return { value: notListed };
  const value = platformIds.get(plain(text));
  return value === undefined ? { problem: `The platform "${shown(text)}" is not known here.` } : { value };
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** A moment or a day, of many ways to write them; one that could be two days is said to be. */
export function readDate(text: string): Read<string> {
  const given = text.trim();
  if (given === '') return nothing;
  const iso =
    /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?)\s*(Z|[+-]\d{2}:?\d{2})?)?$/.exec(
      given,
    );
  if (iso) return moment(iso[1], iso[2], iso[3], given, iso[4] && `${iso[4]}${zone(iso[5])}`);
  const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(given);
  if (dotted) return moment(dotted[3], dotted[2], dotted[1], given);
  const spoken = /^(?:(\d{1,2})\.?\s+([a-z]{3,9})\.?|([a-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?),?\s+(\d{4})$/i.exec(
    given,
  );
  if (spoken) {
    const month = months.indexOf((spoken[2] ?? spoken[3] ?? '').slice(0, 3).toLowerCase()) + 1;
    return moment(spoken[5], String(month), spoken[1] ?? spoken[4], given);
  }
  const slashed = /^(\d{1,2})[-/](\d{1,2})[-/](\d{4})$/.exec(given);
  if (slashed) {
    const [first, second] = [Number(slashed[1]), Number(slashed[2])];
    if (first <= 12 && second <= 12 && first !== second) return { problem: `"${shown(text)}" could be two days.` };
    return first > 12
      ? moment(slashed[3], slashed[2], slashed[1], given)
      : moment(slashed[3], slashed[1], slashed[2], given);
  }
  return { problem: `"${shown(text)}" is no date that can be read here.` };
}

const zone = (given: string | undefined) =>
  given === undefined ? 'Z' : given.replace(/^([+-]\d{2})(\d{2})$/, '$1:$2');

function moment(year = '', month = '', day = '', given: string, time = '00:00:00Z'): Read<string> {
  const at = new Date(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}T${time}`);
  const isDay =
    !Number.isNaN(at.getTime()) &&
    new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))).getUTCDate() === Number(day);
  const isPast = at.getTime() <= Date.now() + 24 * 3_600_000 && at.getTime() >= 0;
  return isDay && isPast ? { value: at.toISOString() } : { problem: `"${shown(given)}" is no day until today.` };
}

const yes = new Set(['true', 'yes', 'y', '1', 'x']);
const no = new Set(['false', 'no', 'n', '0', '']);

export function readFlag(text: string): Read<boolean> {
  const word = text.trim().toLowerCase();
  if (word === '') return nothing;
  if (yes.has(word)) return { value: true };
  return no.has(word) ? { value: false } : { problem: `"${shown(text)}" is neither yes nor no.` };
}

/** What each of several says, of a cell that was read from JSON: a line for each, empty where one says nothing. */
export const linesOf = (text: string): string[] => (text === '' ? [] : text.split('\n').map((line) => line.trim()));

/** As much of a cell as a sentence can hold. */
export const shown = (text: string): string => {
  const short = text.trim().replace(/\s+/g, ' ');
  return short.length > 60 ? `${short.slice(0, 59).toWellFormed()}…` : short;
};
