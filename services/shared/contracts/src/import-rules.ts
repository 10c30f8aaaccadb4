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

/** What happens to a game that is in the vault already. Other games are added, whatever the rule. */
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
  nightshelf: {
    known: [['title', 'guid', 'status', 'platform_id', 'date_added']],
    read: importFields,
  },
  howlongtobeat: {
    known: [['Title', 'Backlog', 'Replay', 'Completed', 'Progress', 'Main Story']],
    read: [
      ...['Title', 'Platform', 'Playing', 'Backlog', 'Replay', 'Completed', 'Retired'],
      ...['Progress', 'Main Story', 'Main + Extras', 'Completionist', 'Review', 'Added'],
    ],
    ignored: [
      ...['Retired Notes', 'Start Date', 'Completion Date', 'Playthrough', 'Main Story Notes', 'Main + Extras Notes'],
      ...['Completionist Notes', 'Speed Any%', 'Speed Any% Notes', 'Speed 100%', 'Speed 100% Notes', 'Co-Op'],
      ...['Multi-Player', 'General Notes', 'Storefront', 'Review Notes', 'Updated'],
    ],
  },
  yamtrack: {
    known: [['media_id', 'source', 'media_type', 'title', 'status']],
    read: ['media_id', 'source', 'media_type', 'title', 'score', 'progress', 'status'],
  },
  grouvee: {
    known: [
      ['name', 'shelves', 'statuses', 'giantbomb_id'],
      ['name', 'shelves', 'statuses', 'igdb_id'],
    ],
    read: [
      ...['name', 'shelves', 'platforms', 'rating', 'dates', 'release_date', 'giantbomb_id', 'igdb_id'],
      'date_added_to_collection',
    ],
  },
  gog_galaxy: {
    known: [['title', 'gameMins']],
    read: ['title', 'releaseDate', 'gameMins', 'myRating', 'tags', 'platformList'],
  },
  igdb: {
    known: [['id', 'game', 'url', 'category', 'release_date']],
    read: ['id', 'game', 'release_date'],
  },
  backloggd: {
    known: [
      ['title', 'status', 'user_rating', 'average_rating', 'game_id'],
      ['Title', 'Rating', 'Status', 'Backlog'],
      ['game_id', 'title', 'log.is_play', 'log.status'],
    ],
    read: [
      ...['title', 'status', 'user_rating', 'game_id', 'release_date', 'Title', 'Rating', 'Status', 'Backlog'],
      ...['log.status', 'log.is_play', 'log.is_playing', 'log.is_backlog', 'log.is_wishlist'],
      ...['log.total_hours', 'log.total_minutes', 'playthroughs[].rating'],
      ...['playthroughs[].hours_played', 'playthroughs[].mins_played'],
    ],
  },
  ryot: {
    known: [['lot', 'source', 'identifier', 'source_id']],
    read: [
      ...['lot', 'source', 'identifier', 'source_id', 'reviews[].rating', 'collections[].collection_name'],
      ...['seen_history[].state', 'seen_history[].manual_time_spent'],
    ],
  },
  vglist: {
    known: [['game.name', 'hours_played', 'completion_status']],
    read: ['game.name', 'game.wikidata_id', 'hours_played', 'completion_status', 'rating', 'platforms[].name'],
  },
  neodb: {
    known: [['title', 'info', 'links', 'timestamp', 'status', 'rating']],
    read: ['title', 'info', 'links', 'timestamp', 'status', 'rating', 'tags'],
  },
  playnite: {
    known: [
      ['Name', 'Source', 'ReleaseDate', 'Playtime', 'IsInstalled'],
      ['Name', 'Time Played', 'Completion Status'],
      ['Name', 'Time Played', 'Platforms'],
      ['Name', 'GameId', 'PluginId', 'Playtime'],
    ],
    read: [
      ...['Name', 'ReleaseDate', 'Playtime', 'Platform', 'ReleaseDate.ReleaseDate', 'ReleaseDate.Year', 'Added'],
      ...['Platforms[].Name', 'Categories[].Name', 'CompletionStatus.Name', 'CompletionStatus', 'UserScore'],
      ...['Release Date', 'Time Played', 'Completion Status', 'Platforms', 'Categories', 'User Score'],
      ...['GameId', 'PluginId'],
    ],
  },
  xbox: {
    known: [['Game name', 'Platform', 'My Completion Percentage', 'Hours Played']],
    read: [
      ...['Game name', 'Platform', 'My Completion Percentage', 'Completion Date', 'Hours Played', 'My Rating'],
      ...['Ownership Status', 'Play Status'],
    ],
  },
  psn: {
    known: [
      ['title', 'title_id', 'system', 'playtime_hours', 'play_count'],
      ['title', 'hours', 'completedAt', 'platform', 'platinum'],
    ],
    read: [
      ...['title', 'system', 'playtime_hours', 'completion_progress'],
      ...['hours', 'platform', 'status', 'userScore', 'platinum'],
    ],
  },
  steam: {
    known: [['appid', 'playtime_forever']],
    read: ['appid', 'name', 'playtime_forever', 'guid'],
  },
};
