/**
 * The vault as a table: what is exported, and read again without a difference. Free of schemas, so that the client can tell such a
 * file by its header. Columns are only ever added, at the end.
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

/** What spreadsheets take for the beginning of a formula, in letters of either width. */
const formula = /^'*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

/**
 * A cell that no spreadsheet runs: a quote (') stands before what would be a formula. So it does before what already looks like
 * that, so that exactly what was written can be read again.
 */
export const guardedCell = (text: string): string => (formula.test(text) ? `'${text}` : text);

/** What `guardedCell` was given. */
export const unguardedCell = (cell: string): string =>
  cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell;

/** Tags in one cell, with `|` between them; one in a tag, like a backslash, has a backslash before it. */
export const joinedTags = (tags: readonly string[]): string =>
  tags.map((tag) => tag.replace(/[\\|]/g, '\\$&')).join('|');

/** The tags of `joinedTags`. */
export const splitTags = (cell: string): string[] =>
  Array.from(cell.matchAll(/(?:\\[\s\S]|[^|\\])+/g), ([tag]) => tag.replace(/\\([\s\S])/g, '$1'));
