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
