import type { ImportRow, ImportStatus, MergeRuleName, PartFigures, RowFate, RowUndone } from '@nightshelf/contracts';
import type { ImportField, ImportSource } from '@nightshelf/contracts/import-rules.ts';
import { formatCount, plural } from '../../lib/format.ts';
import type { Fault } from './file/table.ts';

const faults: Readonly<Record<Fault, string>> = {
  too_large: 'This file is larger than 32 MB. Split it, and import the parts one after the other.',
  empty: 'This file is empty.',
  archive: 'This file is packed. Unpack it, and choose the table that is in it.',
  no_text: 'This file is no table. Export your games as CSV or JSON, and choose that file.',
  no_json: 'This file looks like JSON, but ends too early, has a fault in it, or holds no list of games.',
  steam_private:
    'Steam lists no games of a private profile. Set its game details to public, and save the response again.',
  too_many_rows: 'This file has more than 20,000 rows. Split it, and import the parts one after the other.',
  open_quote: 'A quotation mark in this file is never closed, so that nobody can tell its rows apart.',
  no_rows: 'There are no games in this file: it has nothing but its first line.',
};

const partNames: Readonly<Record<PartFigures['kind'], readonly [string, string]>> = {
  playthrough: ['playthrough', 'playthroughs'],
  session: ['session', 'sessions'],
  list: ['list', 'lists'],
  listed: ['place in a list', 'places in lists'],
};

/** `3 playthroughs`; afterwards with those that were there already, that had no game, and that were undone. */
function partWords({ kind, all, unchanged, left_out, undone }: PartFigures, isBefore: boolean): string {
  const asides = [
    ...(unchanged > 0 ? [`${formatCount(unchanged)} there already`] : []),
    ...(left_out > 0 ? [`${formatCount(left_out)} left out`] : []),
    ...(undone > 0 ? [`${formatCount(undone)} undone`] : []),
  ];
  const words = plural(all, ...partNames[kind]);
  return isBefore || asides.length === 0 ? words : `${words} (${asides.join(', ')})`;
}

const rules: Readonly<Record<MergeRuleName, readonly [string, string]>> = {
  only_new: ['Only new games', 'Games that are in your vault already stay as they are.'],
  fill_empty: ['Fill what is empty', 'What you have not said of a game yet is taken from the file.'],
  hours_only: ['Hours only', 'Of games that are in your vault already, only the hours become those of the file.'],
  take_higher: ['Take the higher', 'Of two ratings, and of two hours, the higher one; what is empty is filled.'],
  replace: ['Replace', 'Whatever the file says takes the place of what you have said.'],
};

const fates: Readonly<Record<RowFate, readonly [string, string]>> = {
  added: ['New', 'Added'],
  changed: ['Changes', 'Changed'],
  unchanged: ['Stays as it is', 'Stayed as it was'],
  doubled: ['Twice in the file', 'Twice in the file'],
  unmatched: ['No game found', 'No game found'],
  unreadable: ['Unreadable', 'Unreadable'],
  left_out: ['Left out', 'Left out'],
  refused: ['No room', 'No room in the vault'],
};

const undone: Readonly<Record<RowUndone, string>> = {
  undone: 'Undone',
  partly: 'Undone but for what you edited since',
  kept: 'Kept: you edited it since',
  gone: 'You removed it since',
};

const statuses: Readonly<Record<ImportStatus, string>> = {
  receiving: 'Not sent to its end',
  ready: 'Waits for you',
  running: 'Running',
  paused: 'Paused',
  done: 'Done',
  cancelled: 'Ended early',
  undoing: 'Being undone',
  undone: 'Undone',
};

const matches: Readonly<Record<ImportRow['match'], string>> = {
  exact: 'Found',
  likely: 'Probably',
  chosen: 'Chosen by you',
  none: 'No game found',
  left_out: 'Left out',
};

const fields: Readonly<Record<ImportField, string>> = {
  title: 'Name of the game',
  year: 'Year',
  guid: 'Identifier (Nightshelf)',
  status: 'Status',
  rating: 'Rating',
  hours_played: 'Hours played',
  platform: 'Platform',
  platform_id: 'Platform number (Nightshelf)',
  tags: 'Tags',
  is_shared: 'Shared',
  date_added: 'Day it was added',
};

const sources: Readonly<Record<Exclude<ImportSource, 'table'>, string>> = {
  nightshelf: 'Nightshelf',
  howlongtobeat: 'HowLongToBeat',
  yamtrack: 'Yamtrack',
  grouvee: 'Grouvee',
  gog_galaxy: 'GOG Galaxy',
  igdb: 'IGDB',
  backloggd: 'Backloggd',
  ryot: 'Ryot',
  vglist: 'vglist',
  neodb: 'NeoDB',
  playnite: 'Playnite',
  xbox: 'Xbox (TrueAchievements)',
  psn: 'PlayStation Network',
  steam: 'Steam',
};

/** Where the file of each is to be had. */
const whereFrom: Readonly<Record<Exclude<ImportSource, 'table'>, string>> = {
  nightshelf: 'Profile, settings: Take your vault along, as CSV.',
  howlongtobeat: 'Your profile there, Options: Export Games.',
  yamtrack: 'Settings, Export: the CSV, in which games stand among the rest.',
  grouvee: 'Settings, at the end: Export your collection to a CSV file.',
  gog_galaxy: 'It has no export of its own; GOG-Galaxy-Export-Script makes a CSV of the database on your computer.',
  igdb: 'Each of your lists by itself: open it and download it as CSV. It says no status: choose one for its games.',
  backloggd:
    'It has no export of its own; Game Library Exporter and Backloggd CSV Exporter make a CSV of your games, Backloggd Data Transfer a JSON.',
  ryot: 'Settings, Imports and Exports: the JSON. Films and books in it are passed over.',
  vglist: 'Settings, Export: save what it shows as a file that ends in .json.',
  neodb: 'Settings, Data: export as CSV, unpack what you get, and choose game_mark.csv.',
  playnite:
    'An add-on: Library Exporter Advanced (CSV; tick time played, too) or Json Library Import Export (games.json).',
  xbox: 'Microsoft has no export of games; TrueAchievements follows an Xbox account: My Game Collection, download as CSV.',
  steam: 'No file is needed: name the account above. What GetOwnedGames answers, saved as JSON, is read, too.',
  psn: 'Sony has no export of games; psnstats and psn-game-scrapper make a CSV of what you have played.',
};

export const importsTexts = {
  title: 'Import',
  description:
    'Bring your collection from a table (CSV) or JSON of any service. You see what every row would do before anything is stored, and can undo it for 30 days.',
  choose: 'Choose a file',
  drop: 'or drop one here. CSV or JSON, up to 20,000 games; the file stays on this device.',
  where: 'Where to find the export of your service',
  whereFrom,
  anyTable: ['Any other', 'A CSV table with a line for each game: you say what its columns are.'],
  reading: 'Reading the file…',
  steam: {
    title: 'From Steam',
    account: 'Steam profile',
    hint: "The address of the profile, the name in it, or the account's number. Its game details have to be public.",
    ask: 'Fetch the games',
    asking: 'Asking Steam…',
    unreadable: "Give the address of a Steam profile, the name in it, or the account's number.",
    empty: 'This account has no games.',
    failed: 'The games could not be fetched. Please try again.',
    name: (account: string) => `Steam: ${account}`,
  },
  faults,
  earlier: 'Your imports',
  statuses,
  columns: {
    title: (name: string) => `What is in ${name}`,
    known: (source: string) => `This is an export of ${source}, whose columns are known.`,
    hint: 'What each column says. What is left out is not sent.',
    leftOut: 'Leave out',
    example: (cells: readonly string[]) => `For example: ${cells.join(' · ')}`,
    noTitle: 'Say which column has the names of the games.',
    scale: 'Ratings are out of',
    status: 'Status of games without one',
    preview: 'Show what would change',
    other: 'Choose another file',
    sending: (sent: number, all: number) => `Sending ${formatCount(sent)} of ${plural(all, 'row')}…`,
    failed: 'The rows could not be sent. Please try again.',
    rows: (rows: number, encoding: string) => `${plural(rows, 'row')}, ${encoding.toUpperCase()}`,
  },
  fields,
  sources,
  one: {
    back: 'All imports',
    loading: 'Loading your import…',
    failed: 'Your import could not be loaded.',
    gone: {
      title: 'This import is no longer there',
      text: 'Imports are kept for 30 days. Your games are in your vault.',
    },
    retry: 'Try again',
    parts: (parts: readonly PartFigures[], isBefore: boolean) =>
      `${isBefore ? 'With the games come' : 'With the games came'} ${parts.map((part) => partWords(part, isBefore)).join(', ')}.`,
    rule: 'Games that are in your vault already',
    rules,
    start: 'Import',
    goOn: 'Go on',
    again: 'Import what was found since',
    pause: 'Pause',
    end: 'End it here',
    undo: 'Undo this import',
    undoQuestion: 'Undo this import?',
    undoText: 'Games that it added are removed, and what it changed is as before. What you edited since stays.',
    forget: 'Forget this import',
    forgetQuestion: 'Forget this import?',
    forgetText: 'Its report goes, and it can no longer be undone. Your vault stays as it is.',
    report: 'Download the report',
    toVault: 'To the vault',
    progress: (done: number, rows: number) => `${formatCount(done)} of ${plural(rows, 'row')}`,
    would: 'What would happen',
    happened: 'What happened',
    notDone: 'That did not work. Please try again.',
  },
  rows: {
    title: 'Rows',
    show: 'Show',
    all: 'All rows',
    attention: 'To look at',
    none: 'There is nothing to look at: every row has its game.',
    more: 'More rows',
    row: (position: number) => `Row ${formatCount(position)}`,
    failed: 'The rows could not be loaded.',
    change: 'Choose the game',
    matches,
    byOthers: 'Three people matched it so.',
    fates,
    undone,
    nothing: 'nothing',
    nameless: 'Without a name',
  },
  search: {
    start: (rows: number) => `Search for ${plural(rows, 'row')} without a game`,
    stop: 'Stop searching',
    searching: (names: number, found: number) => `Searching: ${plural(names, 'name')}, ${formatCount(found)} found…`,
    searched: (names: number, found: number) => `Searched for ${plural(names, 'name')}, ${formatCount(found)} found.`,
    failed: 'Not all could be searched for. Please try again later.',
  },
  match: {
    title: (name: string) => `Which game is "${name}"?`,
    search: 'Search for the game',
    likely: 'Perhaps one of these',
    found: 'Found',
    ask: 'Search the game database',
    asking: 'Searching…',
    nothing: 'No game found by that name.',
    leaveOut: 'Leave this row out',
    failed: 'The game could not be chosen. Please try again.',
  },
  fieldNames: {
    status: 'Status',
    rating: 'Rating',
    hours_played: 'Hours',
    platform_id: 'Platform',
    tags: 'Tags',
    is_shared: 'Shared',
  },
  yes: 'yes',
  no: 'no',
} as const;
