/** What an import is bounded by, and the words that it is told with. Without zod: the client has it, too. */
export const importRules = {
  /** Rows of one import: as many as a vault holds games. */
  rows: 20_000,
  /** Rows that are sent with one request. */
  rowsAtOnce: 250,
  /** Imports that are kept at once, each for so many days; so long it can be undone. */
  kept: 20,
  days: 30,
  /** Characters. */
  name: 120,
  cell: 4000,
  /** Cells of a row. */
  cells: 60,
  /** Games that a row is offered, where it is not clear which one is meant. */
  alternatives: 5,
} as const;

/** What is made of a game that is in the vault already. One that is not is added, whatever the rule. */
export const mergeRules = ['only_new', 'fill_empty', 'hours_only', 'take_higher', 'replace'] as const;

export type MergeRule = (typeof mergeRules)[number];

/** What a table of one's own may say of a game. Its columns are given these names before it is sent. */
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

/** What a rating of the file is out of. */
export const ratingScales = [5, 10, 20, 100] as const;

/** Where a file is from. */
export const importSources = [
  'nightshelf',
  'table',
  'howlongtobeat',
  'yamtrack',
  'grouvee',
  'gog_galaxy',
  'igdb',
] as const;

export type ImportSource = (typeof importSources)[number];

interface SourceColumns {
  /** By which a file of the source is known. */
  readonly known: readonly string[];
  /** Which are read: no others need to be sent. */
  readonly read: readonly string[];
}

/** Of every source whose columns have names of its own. */
export const sourceColumns: Readonly<Record<Exclude<ImportSource, 'table'>, SourceColumns>> = {
  nightshelf: {
    known: ['title', 'guid', 'status', 'platform_id', 'date_added'],
    read: importFields,
  },
  howlongtobeat: {
    known: ['Title', 'Backlog', 'Replay', 'Completed', 'Progress', 'Main Story'],
    read: [
      ...['Title', 'Platform', 'Playing', 'Backlog', 'Replay', 'Completed', 'Retired'],
      ...['Progress', 'Main Story', 'Main + Extras', 'Completionist', 'Review', 'Added'],
    ],
  },
  yamtrack: {
    known: ['media_id', 'source', 'media_type', 'title', 'status'],
    read: ['media_id', 'source', 'media_type', 'title', 'score', 'progress', 'status'],
  },
  grouvee: {
    known: ['name', 'shelves', 'statuses', 'giantbomb_id'],
    read: ['name', 'shelves', 'platforms', 'rating', 'dates', 'release_date', 'giantbomb_id'],
  },
  gog_galaxy: {
    known: ['title', 'gameMins'],
    read: ['title', 'releaseDate', 'gameMins', 'myRating', 'tags'],
  },
  igdb: {
    known: ['id', 'game', 'url', 'category', 'release_date'],
    read: ['id', 'game', 'release_date'],
  },
};
