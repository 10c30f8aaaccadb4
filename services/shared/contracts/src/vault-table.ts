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
