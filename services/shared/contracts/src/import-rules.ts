import columns from './import-columns.json' with { type: 'json' };

/** Limits of imports and their messages. Without zod, because the client uses them too. */
export const importRules = {
  /** Rows of one import: the maximum size of a vault. */
  rows: 20_000,
  /** Rows of one request. */
  rowsAtOnce: 250,
  /** Playthroughs, sessions, lists and their places of one import. */
  parts: 150_000,
  /** Maximum stored imports, and the days for which each is stored and can be undone. */
  kept: 20,
  days: 30,
  /** Maximum stored imports by synchronization, for as many days. */
  keptOfSync: 60,
  /** Characters. */
  name: 120,
  cell: 4000,
  /** Cells of a row. */
  cells: 60,
  /** Games offered for an ambiguous row. */
  alternatives: 5,
} as const;

/** How an import treats a game already in the vault. Every rule adds all other games. */
export const mergeRules = ['only_new', 'fill_empty', 'hours_only', 'take_higher', 'replace'] as const;

export type MergeRule = (typeof mergeRules)[number];

/** The rules for synchronization. They never overwrite the user's own edits, because no user reviews each run. */
export const syncRules = ['hours_only', 'fill_empty', 'only_new'] as const satisfies readonly MergeRule[];

export type SyncRule = (typeof syncRules)[number];

/** The fields of a user's own table; the client renames its columns to these before sending. */
export const importFields = [
  'title',
  'year',
  'guid',
  'status',
  'rating',
  'hours_played',
  'platform',
  'platform_id',
  'tags',
  'is_shared',
  'date_added',
] as const;

export type ImportField = (typeof importFields)[number];

/** The maximum rating of the file. */
export const ratingScales = [5, 10, 20, 100] as const;

/** The origin of a file. */
export const importSources = [
  'nightshelf',
  'table',
  'howlongtobeat',
  'yamtrack',
  'grouvee',
  'gog_galaxy',
  'igdb',
  'backloggd',
  'ryot',
  'vglist',
  'neodb',
  'playnite',
  'xbox',
  'psn',
  'steam',
] as const;

export type ImportSource = (typeof importSources)[number];

interface SourceColumns {
  /** Columns that identify the source; each inner list is one of its forms. */
  readonly known: readonly (readonly string[])[];
  /** Columns that are read; others need not be sent. */
  readonly read: readonly string[];
  /** Only for a source whose users name columns: its own columns that are not read. All others are sent. */
  readonly ignored?: readonly string[];
}

/**
 * Every source with fixed column names. A column of a JSON file is a path: `game.name`, or `platforms[].name`, whose
 * cell has a line for each platform.
 */
export const sourceColumns: Readonly<Record<Exclude<ImportSource, 'table'>, SourceColumns>> = {
  nightshelf: { known: [['title', 'guid', 'status', 'platform_id', 'date_added']], read: importFields },
  ...columns,
};
