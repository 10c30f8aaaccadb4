import type { ImportPart } from './import-parts.ts';

/** Names of the list of games in files of other services, for files with several lists. */
const lists = ['metadata', 'games', 'entries', 'items', 'library', 'collection'];

/** Maximum depth of a column in objects, and length of its name. */
const deepest = 4;
const longestName = 70;

type Thing = Readonly<Record<string, unknown>>;

const isThing = (value: unknown): value is Thing =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/**
 * Returns the games of a JSON file as rows of a table. A column is a path into the objects, such as `game.name`; for
 * arrays, `platforms[].name` has a line for each element.
 * @returns null for invalid JSON, or a file without a list of objects
 */
export function jsonRows(text: string): ReadonlyMap<string, string>[] | null {
  return gamesIn(parsed(text))?.map(flatten) ?? null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the file's own list, else a list with a known name, else the longest. */
function gamesIn(value: unknown, depth = 0): readonly Thing[] | null {
  if (Array.isArray(value)) return value.every(isThing) ? value : null;
  if (!isThing(value)) return null;
  const all = Object.entries(value).flatMap(([name, list]) =>
    Array.isArray(list) && list.every(isThing) ? [{ name: name.toLowerCase(), list: list as Thing[] }] : [],
  );
  // A single object inside another is an envelope; the depth limit protects the stack.
  const [only, ...others] = Object.values(value);
  if (all.length === 0 && others.length === 0 && depth < deepest) return gamesIn(only, depth + 1);
  const named = lists.flatMap((name) => all.find((one) => one.name === name) ?? []);
  return (named[0] ?? all.toSorted((one, other) => other.list.length - one.list.length)[0])?.list ?? null;
}

function flatten(thing: Thing): ReadonlyMap<string, string> {
  const cells = new Map<string, string>();
  const set = (name: string, text: string) => cells.set(name.slice(0, longestName), text);
  const put = (value: unknown, name: string, depth: number) => {
    if (isThing(value)) {
      if (depth < deepest) for (const [key, inner] of Object.entries(value)) put(inner, `${name}.${key}`, depth + 1);
    } else if (Array.isArray(value)) {
      for (const [column, lines] of columnsOf(value)) set(`${name}${column}`, lines.join('\n'));
    } else if (value !== null && value !== undefined) {
      set(name, String(value));
    }
  };
  for (const [key, value] of Object.entries(thing)) put(value, key, 1);
  return cells;
}

/** Returns one line for each element: for texts the text itself, for objects a column for each key. */
function columnsOf(values: readonly unknown[]): ReadonlyMap<string, readonly string[]> {
  const things = values.filter(isThing);
  if (things.length === 0) return new Map([['', values.map(lineOf)]]);
  const keys = new Set(things.flatMap((thing) => Object.keys(thing)));
  return new Map([...keys].map((key) => [`[].${key}`, things.map((thing) => lineOf(thing[key]))]));
}

const lineOf = (value: unknown) =>
  value === null || value === undefined || typeof value === 'object' ? '' : String(value).replace(/\s*\n\s*/g, ' ');

/**
 * The vault as a table, for lossless export and import. Free of schemas, so that the client can recognize such a file
 * by its header. New columns are only added at the end.
 */
export const vaultColumns = [
  'title',
  'year',
  'guid',
  'igdb_id',
  'giant_bomb_id',
  'status',
  'rating',
  'hours_played',
  'platform',
  'platform_id',
  'tags',
  'is_shared',
  'date_added',
] as const;

export type VaultColumn = (typeof vaultColumns)[number];

/** Beginnings that spreadsheets take for a formula, in characters of either width. */
const formula = /^'*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

/**
 * Returns a cell that no spreadsheet runs: a quote (') precedes a formula, and also any text that already looks
 * guarded, so that the original can be restored.
 */
export const guardedCell = (text: string): string => (formula.test(text) ? `'${text}` : text);

/** Reverses `guardedCell`. */
export const unguardedCell = (cell: string): string =>
  cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell;

/** Joins tags with `|` into one cell; a `|` or backslash within a tag gets a backslash. */
export const joinedTags = (tags: readonly string[]): string =>
  tags.map((tag) => tag.replace(/[\\|]/g, '\\$&')).join('|');

/** Reverses `joinedTags`. */
export const splitTags = (cell: string): string[] =>
  Array.from(cell.matchAll(/(?:\\[\s\S]|[^|\\])+/g), ([tag]) => tag.replace(/\\([\s\S])/g, '$1'));

const thingsIn = (given: unknown): Thing[] => (Array.isArray(given) ? given.filter(isThing) : []);

/**
 * Reads a vault as exported JSON; the server validates everything in it.
 * @returns null for a text that is not such a file
 */
export function readWholeVault(text: string): Thing | null {
  const file = parsed(text);
  return isThing(file) && file.format === 'nightshelf' ? file : null;
}

/** Returns the file's games as rows of our own table. */
export const rowsOfVault = ({ entries }: Thing): string[][] =>
  thingsIn(entries).map((entry) =>
    vaultColumns.map((column) => {
      const value = entry[column];
      if (column === 'tags') return guardedCell(joinedTags(Array.isArray(value) ? value.map(String) : []));
      return guardedCell(String(value ?? ''));
    }),
  );

const picked = (from: Thing, names: string) =>
  Object.fromEntries(names.split(' ').flatMap((name) => (name in from ? [[name, from[name]]] : [])));

/** Returns the data that comes with the games, oldest first, because the file lists the newest first. */
export function partsOfVault(file: Thing): ImportPart[] {
  const [playthroughs, sessions, lists] = [file.playthroughs, file.sessions, file.lists].map((all) =>
    thingsIn(all).toReversed(),
  ) as [Thing[], Thing[], Thing[]];
  return [
    ...playthroughs.map((one) => ({
      kind: 'playthrough',
      ref: String(one.id),
      ...picked(one, 'guid platform_id copy started_on ended_on hours completion dropped_at'),
    })),
    ...sessions.map((one) => ({
      kind: 'session',
      playthrough: typeof one.playthrough_id === 'string' ? one.playthrough_id : null,
      ...picked(one, 'guid day minutes note spoiler'),
    })),
    ...lists.map((one, at) => ({ kind: 'list', ref: String(at), ...picked(one, 'name description') })),
    ...lists.flatMap((one, at) =>
      thingsIn(one.games).map((game) => ({ kind: 'listed', list: String(at), ...picked(game, 'guid note') })),
    ),
  ] as unknown as ImportPart[];
}
