import type { ImportSource } from '@nightshelf/contracts/import-rules.ts';
import { type PlatformId, platformId, type Status } from '@nightshelf/contracts/library-entry.ts';
import { notListed } from '@nightshelf/contracts/platforms/platform-names.ts';
import { splitTags } from '@nightshelf/contracts/whole-vault.ts';
import { grouvee } from './grouvee.ts';
import { howLongToBeat } from './howlongtobeat.ts';
import {
  linesOf,
  type Read,
  readFlag,
  readHours,
  readHoursOfTable,
  readPlatform,
  readRating,
  readTimePlayed,
  readTitleAndYear,
  saysNothing,
  shown,
} from './read-values.ts';
import { fromColumns, type Get, type Source } from './source.ts';

const ours = { title: 'title', year: 'year', guid: 'guid', status: 'status', added: 'date_added' } as const;

const readOurs = (get: Get) => ({
  platform_id: readPlatformId(get('platform_id'), get('platform')),
  is_shared: readFlag(get('is_shared')),
});

/** Our own CSV export (`contracts/src/whole-vault.ts`). */
export const nightshelf = fromColumns({
  ...ours,
  rating: ['rating', 10],
  tags: (get) => splitTags(get('tags')),
  others: (get) => ({ ...readOurs(get), hours_played: readHours(get('hours_played')) }),
});

/** Any table whose columns the user has mapped to ours. */
const table = fromColumns({
  ...ours,
  tags: (get) => (saysNothing(get('tags')) ? [] : get('tags').split(/[,;|\t\n]/)),
  others: (get, { options }) => ({
    ...readOurs(get),
    rating: readRating(get('rating'), options.rating_of),
    hours_played: readHoursOfTable(get('hours_played')),
  }),
});

/** Prefers the platform number to the name. */
function readPlatformId(number: string, name: string): Read<PlatformId> {
  if (number.trim() === '') return readPlatform(name);
  const read = platformId.safeParse(number.trim() === notListed ? notListed : Number(number));
  return read.success ? { value: read.data } : readPlatform(name);
}

/** The id of the PC platform. */
const pc = 94;

const inUnit = (text: string, unit: string) => text.trim() && `${text.trim()} ${unit}`;
const withPrefix = (prefix: string, id: string) => id && `${prefix}${id}`;

/**
 * Steam's `GetOwnedGames`: minutes; `guid` when the catalog knows the app. Steam returns no names for delisted games,
 * or for any game if the caller did not ask for names.
 */
export const steam = fromColumns({
  title: 'name',
  guid: (get) => get('guid') || withPrefix('steam-', get('appid').trim()),
  hours: (get) => inUnit(get('playtime_forever'), 'min'),
  others: (get) => {
    const app = get('appid').trim();
    const { title } = readTitleAndYear(get('name'));
    const isUnnamed = 'value' in title && title.value === null && app !== '';
    return {
      platform_id: { value: pc },
      ...(isUnnamed && { title: { problem: `Steam does not name app ${app}.` } }),
    };
  },
});

/**
 * Microsoft has no export. Reads TrueAchievements (My Game Collection, Download), which tracks an Xbox account: hours,
 * stars out of 5, achievement progress. Apps are skipped.
 */
const xbox = fromColumns({
  otherThing: (get) => (/\bapp\b/i.test(get('Platform')) ? 'an app' : ''),
  title: 'Game name',
  // All achievements outweigh the user's own status.
  status: (get) => {
    const isWhole = Number.parseFloat(get('My Completion Percentage')) >= 100 || get('Completion Date') !== '';
    return isWhole ? 'completed' : get('Play Status');
  },
  rating: ['My Rating', 5],
  hours: 'Hours Played',
  platform: 'Platform',
});

/** Sony has no export. Reads the tables of psnstats and psn-game-scrapper, which query played games. */
const psn = fromColumns({
  title: 'title',
  // A platinum trophy, or all trophies, means completed.
  status: (get) =>
    get('platinum') === 'true' || Number(get('completion_progress')) >= 100 ? 'completed' : get('status'),
  rating: ['userScore', 10],
  hours: ['playtime_hours', 'hours'],
  platform: ['system', 'platform'],
});

/**
 * CSV that GOG-Galaxy-Export-Script writes from GOG Galaxy's database: minutes, ratings out of 5, two list notations.
 */
const gogGalaxy = fromColumns({
  title: 'title',
  year: 'releaseDate',
  rating: ['myRating', 5],
  hours: (get) => inUnit(get('gameMins'), 'min'),
  platform: (get) => firstPlatform(listIn(get('platformList'))),
  tags: (get) => listIn(get('tags')),
});

/** Splits a list that the script joined with the file's delimiter or wrote as a Python literal: {'a', "b's"}, ['a']. */
function listIn(text: string): string[] {
  if (!/^[{[]/.test(text)) return text.split(/[,;|\t\n]/).map((one) => one.trim());
  return Array.from(text.matchAll(/'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"/g), ([, single, double]) =>
    (single ?? double ?? '').replace(/\\(.)/g, '$1'),
  );
}

/** PC stores, which its platform list also contains. */
const storesOfPc = new Set(
  'GOG,Steam,Epic Games Store,Origin,Uplay,Battle.net,Itch.io,Humble Bundle,Amazon,Rockstar Games Launcher'.split(','),
);

/** Returns the first known platform. */
function firstPlatform(names: readonly string[]): string {
  const isKnown = (name: string) => 'value' in readPlatform(name) && !saysNothing(name);
  return names.map((name) => (storesOfPc.has(name) ? 'PC' : name)).find(isKnown) ?? '';
}

/**
 * Playnite libraries from the add-ons Library Exporter, Library Exporter Advanced (both English CSV) and Json Library
 * Import Export: seconds, scores out of 100. Categories become tags; Playnite's tags come from stores and are ignored.
 */
const playnite = fromColumns({
  title: 'Name',
  year: ['ReleaseDate.Year', 'ReleaseDate.ReleaseDate', 'ReleaseDate', 'Release Date'],
  guid: (get) => playniteGuid(get('PluginId').toLowerCase(), get('GameId')),
  // Playnite sets these two statuses by itself: they only mean that the game is owned.
  status: (get) =>
    get('CompletionStatus.Name', 'CompletionStatus', 'Completion Status').replace(/^\s*(not )?played\s*$/i, ''),
  rating: [['UserScore', 'User Score'], 100],
  hours: (get) => inUnit(get('Playtime', 'Time Played'), 's'),
  platform: playnitePlatform,
  tags: (get) => [...linesOf(get('Categories[].Name')), ...get('Categories').split(/[,;|]/)],
  added: 'Added',
});

/** Ids of the Playnite extensions for stores whose game numbers the catalog knows. */
const catalogStores: Readonly<Record<string, string>> = {
  'cb91dfc9-b977-43bf-8e70-55f46e410fab': 'steam',
  'aebe8b7c-6dc3-4a66-af31-e6125c6b5e9e': 'gog',
};

const playniteGuid = (plugin: string, game: string) =>
  catalogStores[plugin] !== undefined && /^\d{1,12}$/.test(game) ? `${catalogStores[plugin]}-${game}` : '';

/** Returns the platform if it is the only one; of several, the owned one is unknown. */
function playnitePlatform(get: Get): string {
  const all = [...linesOf(get('Platforms[].Name')), ...get('Platforms').split(/[,;|]/), get('Platform')];
  const [only = '', other] = all.filter((name) => name.trim() !== '');
  return other === undefined ? only.trim().replace(/^(Microsoft|Sony) (?=Xbox|PlayStation)/, '') : '';
}

/**
 * Backloggd has no export. Reads CSV of Game Library Exporter and Backloggd CSV Exporter (stars out of 5) and JSON of
 * Backloggd Data Transfer (ratings out of 10). Games are IGDB's.
 */
const backloggd: Source = (cells, options) => {
  const isTransfer = cells['log.status'] !== undefined || cells['log.is_play'] !== undefined;
  return (isTransfer ? backloggdTransfer : backloggdTable)(cells, options);
};

const ofBackloggd = {
  title: ['title', 'Title'],
  year: 'release_date',
  guid: (get: Get) => withPrefix('igdb-', get('game_id')),
};

const backloggdTable = fromColumns({
  ...ofBackloggd,
  status: (get) => get('status', 'Status') || (get('Backlog') === 'Yes' ? 'backlog' : ''),
  rating: [['user_rating', 'Rating'], 5],
});

const backloggdTransfer = fromColumns({
  ...ofBackloggd,
  // A game can be in several lists; the status of a played game shows how it ended.
  status: (get) => {
    const isIn = (list: string) => get(`log.${list}`) === 'true';
    if (isIn('is_playing')) return 'playing';
    if (isIn('is_play')) return get('log.status') || 'played';
    if (isIn('is_backlog')) return 'backlog';
    return isIn('is_wishlist') ? 'wishlist' : get('log.status');
  },
  rating: [(get) => linesOf(get('playthroughs[].rating')).find((line) => line !== '' && line !== '0') ?? '', 10],
  // The game's total time, or that of its first playthrough.
  hours: (get) => {
    const time = (hours = '', minutes = '') => `${inUnit(hours, 'h')} ${inUnit(minutes, 'min')}`.trim();
    const first = (column: string) => linesOf(get(column))[0];
    return (
      time(get('log.total_hours'), get('log.total_minutes')) ||
      time(first('playthroughs[].hours_played'), first('playthroughs[].mins_played'))
    );
  },
});

/** Yamtrack's export, which mixes games with films, series and books: `3h 00min`, scores out of 10, IGDB games. */
const yamtrack = fromColumns({
  otherThing: (get) => unlessGame(get('media_type'), 'game'),
  title: 'title',
  guid: (get) => (get('source') === 'igdb' ? withPrefix('igdb-', get('media_id')) : ''),
  status: 'status',
  rating: ['score', 10],
  hours: 'progress',
});

const unlessGame = (kind: string, game: string) => (kind === game ? '' : shown(kind) || 'nothing');

/** States of a playthrough, most specific first. */
const ryotStates: ReadonlyArray<readonly [string, Status]> = [
  ['in_progress', 'playing'],
  ['completed', 'completed'],
  ['on_a_hold', 'playing'],
  ['dropped', 'dropped'],
];
const ryotCollections: ReadonlyArray<readonly [string, Status]> = [
  ['In Progress', 'playing'],
  ['Completed', 'completed'],
  ['Watchlist', 'want_to_play'],
  ['Owned', 'collection'],
];

/** Collections that Ryot creates for every user, which therefore do not become tags. */
const itsOwn = new Set([...ryotCollections.map(([name]) => name), 'Monitoring', 'Custom', 'Reminders']);

/**
 * Ryot's export (Settings, Imports and Exports): games among films and books, ratings out of 100, seconds per
 * playthrough. Custom collections become tags.
 */
const ryot = fromColumns({
  otherThing: (get) => unlessGame(get('lot'), 'video_game'),
  title: 'source_id',
  guid: (get) => {
    const [source, id] = [get('source'), get('identifier')];
    if (source === 'igdb') return `igdb-${id}`;
    return source === 'giant_bomb' ? withPrefix('3030-', id.replace(/^3030-/, '')) : '';
  },
  status: (get) => {
    const [seen, names] = [linesOf(get('seen_history[].state')), linesOf(get('collections[].collection_name'))];
    const unknown = seen.find((state) => !ryotStates.some(([known]) => known === state));
    const state = ryotStates.find(([known]) => seen.includes(known));
    return unknown ?? (state ?? ryotCollections.find(([known]) => names.includes(known)))?.[1] ?? '';
  },
  rating: [(get) => linesOf(get('reviews[].rating')).find(Boolean) ?? '', 100],
  tags: (get) => linesOf(get('collections[].collection_name')).filter((name) => !itsOwn.has(name)),
  others: (get) => ({ hours_played: sumOf(linesOf(get('seen_history[].manual_time_spent'))) }),
});

/** Adds up the seconds of all playthroughs. */
function sumOf(seconds: readonly string[]): Read<number> {
  const given = seconds.filter(Boolean);
  const odd = given.find((one) => !/^\d+(\.\d+)?$/.test(one));
  if (odd !== undefined) return { problem: `"${shown(odd)}" is not a number of seconds.` };
  return readTimePlayed(`${Math.round(given.reduce((sum, one) => sum + Number(one), 0))} s`);
}

/** IGDB's list export. It has no status, which only the list's name suggests, and its ratings are not the user's. */
const igdb = fromColumns({
  title: 'game',
  // The cell may list unordered release dates of many countries and platforms.
  year: (get) =>
    get('release_date')
      .match(/(?<!\d)(?:19|20)\d\d(?!\d)/g)
      ?.toSorted()[0] ?? get('release_date'),
  guid: (get) => withPrefix('igdb-', get('id')),
});

/**
 * `game_mark.csv` of NeoDB's export, whose columns also serve films and books: ratings out of 10, tags separated by
 * bars, all addresses of a game in one cell.
 */
const neodb = fromColumns({
  otherThing: (get) => /^https?:\/\/[^/\s]+\/(movie|tv|book|album|podcast|performance)\//.exec(get('links'))?.[1] ?? '',
  title: 'title',
  year: (get) => /(?:^|\s)(?:pub_)?year:(\S+)/.exec(get('info'))?.[1] ?? '',
  guid: (get) => withPrefix('steam-', /\/\/store\.steampowered\.com\/app\/(\d+)/.exec(get('links'))?.[1] ?? ''),
  status: (get) => (get('status') === 'progress' ? 'playing' : get('status')),
  rating: ['rating', 10],
  tags: (get) => get('tags').split('|'),
  added: 'timestamp',
});

/** vglist's export (Settings, Export): JSON, ratings out of 100. Takes the first of several platforms. */
const vglist = fromColumns({
  title: 'game.name',
  guid: (get) => withPrefix('wikidata-Q', get('game.wikidata_id')),
  // This status marks a game that cannot be finished, so it is only owned.
  status: (get) => (get('completion_status') === 'not_applicable' ? 'collection' : get('completion_status')),
  rating: ['rating', 100],
  platform: (get) => linesOf(get('platforms[].name'))[0] ?? '',
  others: (get) => ({ hours_played: readHours(get('hours_played')) }),
});

export const sources: Readonly<Record<ImportSource, Source>> = {
  nightshelf,
  table,
  howlongtobeat: howLongToBeat,
  yamtrack,
  grouvee,
  gog_galaxy: gogGalaxy,
  igdb,
  backloggd,
  ryot,
  vglist,
  neodb,
  playnite,
  xbox,
  psn,
  steam,
};
