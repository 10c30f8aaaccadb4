import type { ImportField, ImportSource } from '@nightshelf/contracts/import-rules.ts';
import { type PlatformId, platformId, type Status } from '@nightshelf/contracts/library-entry.ts';
import { notListed } from '@nightshelf/contracts/platforms/platform-names.ts';
import { splitTags } from '@nightshelf/contracts/whole-vault.ts';
import { grouvee } from './grouvee.ts';
import { howLongToBeat } from './howlongtobeat.ts';
import {
  linesOf,
  type Read,
  readDate,
  readFlag,
  readGuid,
  readHours,
  readHoursOfTable,
  readPlatform,
  readRating,
  readStatus,
  readTags,
  readTimePlayed,
  readTitleAndYear,
  saysNothing,
  shown,
} from './read-values.ts';
import { type Cells, cell, gathered, type Source } from './source.ts';

/** Our own CSV export (`contracts/src/whole-vault.ts`). */
export const nightshelf: Source = (cells) =>
  gathered({
    ...readTitleAndYear(cell(cells, 'title'), cell(cells, 'year')),
    guid: readGuid(cell(cells, 'guid')),
    status: readStatus(cell(cells, 'status')),
    rating: readRating(cell(cells, 'rating'), 10),
    hours_played: readHours(cell(cells, 'hours_played')),
    platform_id: readPlatformId(cell(cells, 'platform_id'), cell(cells, 'platform')),
    tags: readTags(splitTags(cell(cells, 'tags'))),
    is_shared: readFlag(cell(cells, 'is_shared')),
    date_added: readDate(cell(cells, 'date_added')),
  });

/** Prefers the platform number to the name. */
function readPlatformId(number: string, name: string): Read<PlatformId> {
  if (number.trim() === '') return readPlatform(name);
  const read = platformId.safeParse(number.trim() === notListed ? notListed : Number(number));
  return read.success ? { value: read.data } : readPlatform(name);
}

/** Any table whose columns the user has mapped to ours. */
const table: Source = (cells, { rating_of }) => {
  const given = (field: ImportField) => cell(cells, field);
  const tags = given('tags');
  return gathered({
    ...readTitleAndYear(given('title'), given('year')),
    guid: readGuid(given('guid')),
    status: readStatus(given('status')),
    rating: readRating(given('rating'), rating_of),
    hours_played: readHoursOfTable(given('hours_played')),
    platform_id: readPlatformId(given('platform_id'), given('platform')),
    tags: readTags(saysNothing(tags) ? [] : tags.split(/[,;|\t\n]/)),
    is_shared: readFlag(given('is_shared')),
    date_added: readDate(given('date_added')),
  });
};

/** The id of the PC platform. */
const pc = 94;

/**
 * Steam's `GetOwnedGames`: minutes; `guid` when the catalog knows the app. Steam returns no names for delisted games,
 * or for any game if the caller did not ask for names.
 */
export const steam: Source = (cells) => {
  const minutes = cell(cells, 'playtime_forever').trim();
  const app = cell(cells, 'appid').trim();
  const { title, year } = readTitleAndYear(cell(cells, 'name'));
  const isUnnamed = 'value' in title && title.value === null && app !== '';
  return gathered({
    title: isUnnamed ? { problem: `Steam does not name app ${app}.` } : title,
    year,
    guid: readGuid(cell(cells, 'guid') || (app && `steam-${app}`)),
    hours_played: readTimePlayed(minutes && `${minutes} min`),
    platform_id: { value: pc },
  });
};

/**
 * Microsoft has no export. Reads TrueAchievements (My Game Collection, Download), which tracks an Xbox account: hours,
 * stars out of 5, achievement progress. Apps are skipped.
 */
const xbox: Source = (cells) => {
  const platform = cell(cells, 'Platform');
  if (/\bapp\b/i.test(platform)) return gathered({ title: { problem: 'Not a game: an app.' } });
  return gathered({
    ...readTitleAndYear(cell(cells, 'Game name')),
    status: xboxStatus(cells),
    rating: readRating(cell(cells, 'My Rating'), 5),
    hours_played: readTimePlayed(cell(cells, 'Hours Played')),
    platform_id: readPlatform(platform),
  });
};

/** All achievements outweigh the user's own status. */
function xboxStatus(cells: Cells): Read<Status> {
  if (Number.parseFloat(cell(cells, 'My Completion Percentage')) >= 100 || cell(cells, 'Completion Date') !== '') {
    return { value: 'completed' };
  }
  return readStatus(cell(cells, 'Play Status'));
}

/** Sony has no export. Reads the tables of psnstats and psn-game-scrapper, which query played games. */
const psn: Source = (cells) =>
  gathered({
    ...readTitleAndYear(cell(cells, 'title')),
    status: psnStatus(cells),
    rating: readRating(cell(cells, 'userScore'), 10),
    hours_played: readTimePlayed(cell(cells, 'playtime_hours') || cell(cells, 'hours')),
    platform_id: readPlatform(cell(cells, 'system') || cell(cells, 'platform')),
  });

/** A platinum trophy, or all trophies, means completed. */
function psnStatus(cells: Cells): Read<Status> {
  const isWhole = cell(cells, 'platinum') === 'true' || Number(cell(cells, 'completion_progress')) >= 100;
  return isWhole ? { value: 'completed' } : readStatus(cell(cells, 'status'));
}

/**
 * CSV that GOG-Galaxy-Export-Script writes from GOG Galaxy's database: minutes, ratings out of 5, two list notations.
 */
const gogGalaxy: Source = (cells) => {
  const minutes = cell(cells, 'gameMins').trim();
  return gathered({
    ...readTitleAndYear(cell(cells, 'title'), cell(cells, 'releaseDate')),
    rating: readRating(cell(cells, 'myRating'), 5),
    hours_played: readTimePlayed(minutes && `${minutes} min`),
    platform_id: gogPlatform(listIn(cell(cells, 'platformList'))),
    tags: readTags(listIn(cell(cells, 'tags'))),
  });
};

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
function gogPlatform(names: readonly string[]): Read<PlatformId> {
  for (const name of names) {
    const read = readPlatform(storesOfPc.has(name) ? 'PC' : name);
    if ('value' in read && read.value !== null) return read;
  }
  return { value: null };
}

/**
 * Playnite libraries from the add-ons Library Exporter, Library Exporter Advanced (both English CSV) and Json Library
 * Import Export: seconds, scores out of 100. Categories become tags; Playnite's tags come from stores and are ignored.
 */
const playnite: Source = (cells) => {
  const either = (...columns: readonly string[]) => columns.map((column) => cell(cells, column)).find(Boolean) ?? '';
  const seconds = either('Playtime', 'Time Played');
  return gathered({
    ...readTitleAndYear(
      cell(cells, 'Name'),
      either('ReleaseDate.Year', 'ReleaseDate.ReleaseDate', 'ReleaseDate', 'Release Date'),
    ),
    guid: readGuid(playniteGuid(cell(cells, 'PluginId').toLowerCase(), cell(cells, 'GameId'))),
    status: readStatus(chosenStatus(either('CompletionStatus.Name', 'CompletionStatus', 'Completion Status'))),
    rating: readRating(either('UserScore', 'User Score'), 100),
    hours_played: readTimePlayed(seconds && `${seconds} s`),
    platform_id: playnitePlatform(cells),
    tags: readTags([...linesOf(cell(cells, 'Categories[].Name')), ...cell(cells, 'Categories').split(/[,;|]/)]),
    date_added: readDate(cell(cells, 'Added')),
  });
};

/** Ignores the two statuses that Playnite sets by itself, since they only mean that the game is owned. */
const chosenStatus = (status: string) => (/^(not )?played$/i.test(status.trim()) ? '' : status);

/** Ids of the Playnite extensions for stores whose game numbers the catalog knows. */
const catalogStores: Readonly<Record<string, string>> = {
  'cb91dfc9-b977-43bf-8e70-55f46e410fab': 'steam',
  'aebe8b7c-6dc3-4a66-af31-e6125c6b5e9e': 'gog',
};

const playniteGuid = (plugin: string, game: string) =>
  catalogStores[plugin] !== undefined && /^\d{1,12}$/.test(game) ? `${catalogStores[plugin]}-${game}` : '';

/** Returns the platform if it is the only one; of several, the owned one is unknown. */
function playnitePlatform(cells: Cells): Read<PlatformId> {
  const names = [
    ...linesOf(cell(cells, 'Platforms[].Name')),
    ...cell(cells, 'Platforms').split(/[,;|]/),
    cell(cells, 'Platform'),
  ].filter((name) => name.trim() !== '');
  const [only = '', other] = names;
  return other === undefined
    ? readPlatform(only.trim().replace(/^(Microsoft|Sony) (?=Xbox|PlayStation)/, ''))
    : { value: null };
}

/**
 * Backloggd has no export. Reads CSV of Game Library Exporter and Backloggd CSV Exporter (stars out of 5) and JSON of
 * Backloggd Data Transfer (ratings out of 10). Games are IGDB's.
 */
const backloggd: Source = (cells) => {
  const id = cell(cells, 'game_id');
  const isTransfer = cells['log.status'] !== undefined || cells['log.is_play'] !== undefined;
  const rated = isTransfer
    ? readRating(firstSaid(linesOf(cell(cells, 'playthroughs[].rating'))), 10)
    : readRating(cell(cells, 'user_rating') || cell(cells, 'Rating'), 5);
  return gathered({
    ...readTitleAndYear(cell(cells, 'title') || cell(cells, 'Title'), cell(cells, 'release_date')),
    guid: readGuid(id && `igdb-${id}`),
    status: readStatus(
      isTransfer ? logged(cells) : cell(cells, 'status') || cell(cells, 'Status') || backlogged(cells),
    ),
    rating: rated,
    hours_played: readTimePlayed(timeOf(cells)),
  });
};

const firstSaid = (lines: readonly string[]) => lines.find((line) => line !== '' && line !== '0') ?? '';

const backlogged = (cells: Cells) => (cell(cells, 'Backlog') === 'Yes' ? 'backlog' : '');

/** A game can be in several lists; the status of a played game shows how it ended. */
function logged(cells: Cells): string {
  const isIn = (list: string) => cell(cells, `log.${list}`) === 'true';
  if (isIn('is_playing')) return 'playing';
  if (isIn('is_play')) return cell(cells, 'log.status') || 'played';
  if (isIn('is_backlog')) return 'backlog';
  return isIn('is_wishlist') ? 'wishlist' : cell(cells, 'log.status');
}

/** Returns the game's total time, or that of its first playthrough. */
function timeOf(cells: Cells): string {
  const said = (hours: string, minutes: string) =>
    [hours && `${hours} h`, minutes && `${minutes} min`].join(' ').trim();
  const [hours = ''] = linesOf(cell(cells, 'playthroughs[].hours_played'));
  const [minutes = ''] = linesOf(cell(cells, 'playthroughs[].mins_played'));
  return said(cell(cells, 'log.total_hours'), cell(cells, 'log.total_minutes')) || said(hours, minutes);
}

/** Yamtrack's export, which mixes games with films, series and books: `3h 00min`, scores out of 10, IGDB games. */
const yamtrack: Source = (cells) => {
  const kind = cell(cells, 'media_type');
  if (kind !== 'game') return gathered({ title: { problem: `Not a game: ${shown(kind) || 'nothing'}.` } });
  const id = cell(cells, 'media_id');
  return gathered({
    ...readTitleAndYear(cell(cells, 'title')),
    guid: readGuid(cell(cells, 'source') === 'igdb' && id ? `igdb-${id}` : ''),
    status: readStatus(cell(cells, 'status')),
    rating: readRating(cell(cells, 'score'), 10),
    hours_played: readTimePlayed(cell(cells, 'progress')),
  });
};

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
const ryot: Source = (cells) => {
  const lot = cell(cells, 'lot');
  if (lot !== 'video_game') {
    return gathered({ title: { problem: `Not a game: ${shown(lot) || 'nothing'}.` } });
  }
  const names = linesOf(cell(cells, 'collections[].collection_name'));
  const seen = linesOf(cell(cells, 'seen_history[].state'));
  return gathered({
    ...readTitleAndYear(cell(cells, 'source_id')),
    guid: readGuid(ryotGuid(cell(cells, 'source'), cell(cells, 'identifier'))),
    status: ryotStatus(seen, names),
    rating: readRating(linesOf(cell(cells, 'reviews[].rating')).find(Boolean) ?? '', 100),
    hours_played: hoursOf(linesOf(cell(cells, 'seen_history[].manual_time_spent'))),
    tags: readTags(names.filter((name) => !itsOwn.has(name))),
  });
};

function ryotGuid(source: string, id: string): string {
  if (source === 'igdb') return `igdb-${id}`;
  return source === 'giant_bomb' && id !== '' ? `3030-${id.replace(/^3030-/, '')}` : '';
}

function ryotStatus(seen: readonly string[], names: readonly string[]): Read<Status> {
  const unknown = seen.find((state) => !ryotStates.some(([known]) => known === state));
  if (unknown !== undefined) return { problem: `"${shown(unknown)}" is not a known status.` };
  const state = ryotStates.find(([known]) => seen.includes(known));
  return { value: (state ?? ryotCollections.find(([known]) => names.includes(known)))?.[1] ?? null };
}

/** Adds up the seconds of all playthroughs. */
function hoursOf(seconds: readonly string[]): Read<number> {
  const said = seconds.filter(Boolean);
  const odd = said.find((one) => !/^\d+(\.\d+)?$/.test(one));
  if (odd !== undefined) return { problem: `"${shown(odd)}" is not a number of seconds.` };
  const all = said.reduce((sum, one) => sum + Number(one), 0);
  return readTimePlayed(`${Math.round(all)} s`);
}

/** IGDB's list export. Only the list's name states what it means, and its ratings are not the user's. */
const igdb: Source = (cells) => {
  const id = cell(cells, 'id');
  return gathered({
    ...readTitleAndYear(cell(cells, 'game'), firstYear(cell(cells, 'release_date'))),
    guid: readGuid(id && `igdb-${id}`),
  });
};

/** Returns the earliest year, because the cell may list unordered release dates of many countries and platforms. */
function firstYear(text: string): string {
  const years = text.match(/(?<!\d)(?:19|20)\d\d(?!\d)/g) ?? [];
  return years.toSorted()[0] ?? text;
}

/** Addresses of media other than games. */
const otherKinds = /^https?:\/\/[^/\s]+\/(movie|tv|book|album|podcast|performance)\//;

/**
 * `game_mark.csv` of NeoDB's export, whose columns also serve films and books: ratings out of 10, tags separated by
 * bars, all addresses of a game in one cell.
 */
const neodb: Source = (cells) => {
  const links = cell(cells, 'links');
  const kind = otherKinds.exec(links)?.[1];
  if (kind) return gathered({ title: { problem: `Not a game: ${kind}.` } });
  const year = /(?:^|\s)(?:pub_)?year:(\S+)/.exec(cell(cells, 'info'))?.[1];
  const app = /\/\/store\.steampowered\.com\/app\/(\d+)/.exec(links)?.[1];
  return gathered({
    ...readTitleAndYear(cell(cells, 'title'), year),
    guid: readGuid(app ? `steam-${app}` : ''),
    status: readStatus(statusInWords(cell(cells, 'status'))),
    rating: readRating(cell(cells, 'rating'), 10),
    tags: readTags(cell(cells, 'tags').split('|')),
    date_added: readDate(cell(cells, 'timestamp')),
  });
};

const statusInWords = (status: string) => (status === 'progress' ? 'playing' : status);

/** "Not applicable" marks a game that cannot be finished, so it is only owned. */
const vglistStatuses: Readonly<Record<string, Status>> = {
  unplayed: 'want_to_play',
  in_progress: 'playing',
  paused: 'playing',
  dropped: 'dropped',
  completed: 'completed',
  fully_completed: 'completed',
  not_applicable: 'collection',
};

/** vglist's export (Settings, Export): JSON, ratings out of 100. Takes the first of several platforms. */
const vglist: Source = (cells) => {
  const id = cell(cells, 'game.wikidata_id');
  return gathered({
    ...readTitleAndYear(cell(cells, 'game.name')),
    guid: readGuid(id && `wikidata-Q${id}`),
    status: vglistStatus(cell(cells, 'completion_status')),
    rating: readRating(cell(cells, 'rating'), 100),
    hours_played: readHours(cell(cells, 'hours_played')),
    platform_id: readPlatform(linesOf(cell(cells, 'platforms[].name'))[0] ?? ''),
  });
};

function vglistStatus(text: string): Read<Status> {
  if (text === '') return { value: null };
  const value = Object.hasOwn(vglistStatuses, text) ? vglistStatuses[text] : undefined;
  return value ? { value } : { problem: `"${shown(text)}" is not a known status.` };
}

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
