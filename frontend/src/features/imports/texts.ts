import type { PartFigures } from '@nightshelf/contracts/import-parts.ts';
import type { ImportField, ImportSource } from '@nightshelf/contracts/import-rules.ts';
import type {
  ImportFigures,
  ImportRow,
  ImportStatus,
  MergeRuleName,
  RowFate,
  RowUndone,
} from '@nightshelf/contracts/imports.ts';
import { formatCount, plural } from '../../lib/format.ts';
import type { Fault } from './file/read-table.ts';

const faultTexts: Readonly<Record<Fault, string>> = {
  too_large: 'This file is larger than 32 MB. Split it and import the parts one after the other.',
  empty: 'This file is empty.',
  archive: 'This file is an archive. Unpack it and choose the table inside.',
  no_text: 'This file is not a table. Export your games as CSV or JSON and choose that file.',
  no_json: 'This JSON file is incomplete, has an error, or contains no list of games.',
  steam_private:
    'Steam lists no games of a private profile. Set its game details to public, then save the response again.',
  too_many_rows: 'This file has more than 20,000 rows. Split it and import the parts one after the other.',
  open_quote: 'A quotation mark in this file is never closed, so its rows can’t be separated.',
  no_rows: 'This file has no games below its first line.',
};

/** Name of each service, and how to export a file from it. */
const sources: Readonly<Record<Exclude<ImportSource, 'table'>, readonly [name: string, where: string]>> = {
  nightshelf: ['Nightshelf', 'Open Profile, Settings and export your vault as CSV.'],
  howlongtobeat: ['HowLongToBeat', 'Open your profile, then Options, Export Games.'],
  yamtrack: ['Yamtrack', 'Open Settings, Export and save the CSV. Only its games are imported.'],
  grouvee: ['Grouvee', 'Open Settings. At the end, choose to export your collection to a CSV file.'],
  gog_galaxy: [
    'GOG Galaxy',
    'GOG Galaxy has no export. The tool GOG-Galaxy-Export-Script writes a CSV from its database.',
  ],
  igdb: [
    'IGDB',
    'Open each of your lists and download it as CSV. IGDB exports no status, so choose one for all games.',
  ],
  backloggd: [
    'Backloggd',
    'Backloggd has no export. Use Game Library Exporter or Backloggd CSV Exporter for a CSV file, or Backloggd Data Transfer for a JSON file.',
  ],
  ryot: ['Ryot', 'Open Settings, Imports and Exports and save the JSON. Only its games are imported.'],
  vglist: ['vglist', 'Open Settings, Export and save the page as a file that ends in .json.'],
  neodb: ['NeoDB', 'Open Settings, Data and export as CSV. Unpack the archive and choose game_mark.csv.'],
  playnite: [
    'Playnite',
    'Use an add-on: Library Exporter Advanced (CSV, include time played) or Json Library Import Export (games.json).',
  ],
  xbox: [
    'Xbox (TrueAchievements)',
    'Microsoft has no export. Connect your account to TrueAchievements, open My Game Collection and download the CSV.',
  ],
  psn: [
    'PlayStation Network',
    'Sony has no export. psnstats and psn-game-scrapper write a CSV of the games you played.',
  ],
  steam: ['Steam', 'No file needed: enter your account above. A saved GetOwnedGames response (JSON) works too.'],
};

const undoneTexts: Readonly<Record<RowUndone, string>> = {
  undone: 'Undone',
  partly: 'Undone except for your later edits',
  kept: 'Kept because you edited it',
  gone: 'You removed it',
};

/** Returns text such as `288 games will be added, 7 updated. 5 rows have no game yet.` */
function summary({ fates: count }: Pick<ImportFigures, 'fates'>, isBefore: boolean): string {
  const added = `${plural(count.added, 'game')} ${isBefore ? 'will be added' : 'added'}`;
  const games = count.changed > 0 ? `${added}, ${formatCount(count.changed)} updated.` : `${added}.`;
  if (count.unmatched === 0) return games;
  const rows = plural(count.unmatched, 'row');
  return `${games} ${rows} ${count.unmatched === 1 ? 'has' : 'have'} no game${isBefore ? ' yet' : ''}.`;
}

const asideNames: readonly (readonly [
  Exclude<RowFate, 'added' | 'changed' | 'unmatched' | 'matching'>,
  string,
  string,
])[] = [
  ['unchanged', 'stays as it is', 'stay as they are'],
  ['doubled', 'duplicate', 'duplicates'],
  ['left_out', 'left out', 'left out'],
  ['unreadable', 'unreadable', 'unreadable'],
  ['refused', 'did not fit in your vault', 'did not fit in your vault'],
];

/** Returns text such as `3 stay as they are · 1 duplicate`, or an empty string. */
const asides = ({ fates: count, undone: made }: Pick<ImportFigures, 'fates' | 'undone'>): string =>
  [
    ...asideNames.flatMap(([fate, one, many]) => (count[fate] > 0 ? [plural(count[fate], one, many)] : [])),
    ...(Object.keys(made) as RowUndone[]).flatMap((name) =>
      made[name] > 0 ? [`${undoneTexts[name]}: ${formatCount(made[name])}`] : [],
    ),
  ].join(' · ');

const partNames: Readonly<Record<PartFigures['kind'], readonly [string, string]>> = {
  playthrough: ['playthrough', 'playthroughs'],
  session: ['session', 'sessions'],
  list: ['list', 'lists'],
  listed: ['place in a list', 'places in lists'],
};

/** Returns text such as `3 playthroughs`; after the import, also how many existed, were left out and were undone. */
function partWords({ kind, all, unchanged, left_out, undone }: PartFigures, isBefore: boolean): string {
  const asides = [
    ...(unchanged > 0 ? [`${formatCount(unchanged)} already there`] : []),
    ...(left_out > 0 ? [`${formatCount(left_out)} left out`] : []),
    ...(undone > 0 ? [`${formatCount(undone)} undone`] : []),
  ];
  const words = plural(all, ...partNames[kind]);
  return isBefore || asides.length === 0 ? words : `${words} (${asides.join(', ')})`;
}

const rules: Readonly<Record<MergeRuleName, readonly [string, string]>> = {
  only_new: ['Keep them as they are', 'Only games that are new to your vault are imported.'],
  fill_empty: ['Fill empty fields', 'The file fills fields that are empty in your vault.'],
  hours_only: ['Update hours only', 'Hours are taken from the file. Everything else stays.'],
  take_higher: ['Take the higher values', 'The higher rating and the higher hours win. Empty fields are filled.'],
  replace: ['Replace', 'Values from the file overwrite your own.'],
};

/** Labels before and after the row is imported. */
const fates: Readonly<Record<RowFate, readonly [string, string]>> = {
  added: ['New', 'Added'],
  changed: ['Update', 'Updated'],
  unchanged: ['No change', 'No change'],
  doubled: ['Duplicate', 'Duplicate'],
  unmatched: ['No game yet', 'No game'],
  unreadable: ['Unreadable', 'Unreadable'],
  left_out: ['Left out', 'Left out'],
  refused: ['No room', 'No room in your vault'],
  matching: ['Looking up…', 'Looking up…'],
};

const statuses: Readonly<Record<ImportStatus, string>> = {
  receiving: 'Upload incomplete',
  ready: 'Ready to import',
  running: 'Importing',
  paused: 'Paused',
  done: 'Done',
  cancelled: 'Stopped early',
  undoing: 'Undoing',
  undone: 'Undone',
};

/** Null when the row already shows it. */
const matches: Readonly<Record<ImportRow['match'], string | null>> = {
  pending: null,
  exact: null,
  likely: 'Likely match',
  chosen: 'Chosen by you',
  none: null,
  left_out: null,
};

const fields: Readonly<Record<ImportField, string>> = {
  title: 'Name of the game',
  year: 'Year',
  guid: 'Nightshelf ID',
  status: 'Status',
  rating: 'Rating',
  hours_played: 'Hours played',
  platform: 'Platform',
  platform_id: 'Nightshelf platform ID',
  tags: 'Tags',
  is_shared: 'Shared',
  date_added: 'Date added',
};

const secondsOf = { minute: 60, hour: 3600 } as const;

/** Rounds seconds to text: `about 40 seconds`, `about 4 minutes`, `about 2 hours`. */
export function inAbout(seconds: number): string {
  if (seconds < 10) return 'a few seconds';
  if (seconds < 55) return `about ${plural(Math.ceil(seconds / 10) * 10, 'second')}`;
  if (seconds < 55 * secondsOf.minute)
    return `about ${plural(Math.max(1, Math.round(seconds / secondsOf.minute)), 'minute')}`;
  return `about ${plural(Math.max(1, Math.round(seconds / secondsOf.hour)), 'hour')}`;
}

export const importsTexts = {
  title: 'Import',
  description:
    'Import your collection from the CSV or JSON export of any service. Review every change before you import, and undo the import within 30 days.',
  choose: 'Choose a file',
  drop: 'or drop one here. CSV or JSON, up to 20,000 games. The rows are sent to your Nightshelf server.',
  where: 'How to export from your service',
  anyTable: ['Any other service', 'Use a CSV table with one game per line. You choose what its columns mean.'],
  reading: 'Reading the file…',
  steam: {
    title: 'From Steam',
    account: 'Steam profile',
    hint: 'Profile address, profile name or account number. Game details must be public.',
    ask: 'Get games',
    asking: 'Asking Steam…',
    unreadable: 'Enter the address of a Steam profile, its name or the account number.',
    empty: 'This account has no games.',
    failed: 'Couldn’t load the games. Please try again.',
    name: (account: string) => `Steam: ${account}`,
  },
  faults: faultTexts,
  earlier: 'Your imports',
  statuses,
  columns: {
    title: (name: string) => `Columns of ${name}`,
    known: (source: string) => `This is an export of ${source}. Its columns are known.`,
    hint: 'Choose what each column means. Columns that you leave out are not sent.',
    leftOut: 'Leave out',
    example: (cells: readonly string[]) => `For example: ${cells.join(' · ')}`,
    noTitle: 'Choose the column with the names of the games.',
    scale: 'Highest rating',
    status: 'Default status',
    preview: 'Preview import',
    other: 'Choose another file',
    sending: (sent: number, all: number) => `Sending ${formatCount(sent)} of ${plural(all, 'row')}…`,
    failed: 'Couldn’t send the rows. Please try again.',
    rows: (rows: number, encoding: string) => `${plural(rows, 'row')}, ${encoding.toUpperCase()}`,
  },
  fields,
  sources,
  matching: {
    label: 'Matching games',
    matched: (matched: number, all: number, secondsLeft: number | null) => {
      const soFar = `${formatCount(matched)} of ${formatCount(all)} matched`;
      return secondsLeft === null ? `${soFar}. Looking up the rest…` : `${soFar}, ${inAbout(secondsLeft)} left`;
    },
    startNow: 'You can start now. Remaining rows are added as they are matched.',
    follows: 'Remaining rows are added as they are matched.',
  },
  one: {
    back: 'All imports',
    loading: 'Loading your import…',
    failed: 'Couldn’t load your import.',
    gone: {
      title: 'This import no longer exists',
      text: 'Imports are kept for 30 days. Your games are in your vault.',
    },
    parts: (parts: readonly PartFigures[], isBefore: boolean) =>
      `${isBefore ? 'Also included:' : 'Also imported:'} ${parts.map((part) => partWords(part, isBefore)).join(', ')}.`,
    rule: 'Games already in your vault',
    rules,
    start: 'Import',
    goOn: 'Continue',
    again: 'Import the remaining rows',
    pause: 'Pause',
    end: 'Stop here',
    undo: 'Undo import',
    undoQuestion: 'Undo this import?',
    undoText: 'Added games are removed and changed games go back to what they were. Your later edits stay.',
    forget: 'Delete import',
    forgetQuestion: 'Delete this import?',
    forgetText: 'Its report is deleted and it can no longer be undone. Your vault stays as it is.',
    report: 'Download report',
    toVault: 'Open your vault',
    progress: (done: number, rows: number) => `${formatCount(done)} of ${plural(rows, 'row')}`,
    would: 'Preview',
    happened: 'Result',
    summary,
    asides,
    addOwn: (rows: number) => `Add ${formatCount(rows)} as my own ${rows === 1 ? 'game' : 'games'}`,
    rematch: (rows: number) => (rows === 1 ? 'Look it up again' : 'Look them up again'),
    arrived: 'New in your vault',
    notDone: 'That did not work. Please try again.',
  },
  rows: {
    title: 'Rows',
    show: 'Show',
    all: (rows: number) => `All rows (${formatCount(rows)})`,
    attention: (rows: number, isMore: boolean) => `Needs attention (${formatCount(rows)}${isMore ? '+' : ''})`,
    none: 'Every row has a matching game.',
    more: 'More rows',
    row: (position: number) => `Row ${formatCount(position)}`,
    inFile: (name: string) => `"${name}" in your file`,
    failed: 'Couldn’t load the rows.',
    choose: 'Choose…',
    change: 'Change…',
    leaveOut: 'Leave out',
    stores: 'Will be stored',
    rated: (rating: number) => `${rating} of 10`,
    hours: (hours: number) => `${formatCount(hours)} h`,
    shared: 'Shared',
    matches,
    fates,
    undone: undoneTexts,
    nothing: 'empty',
    nameless: 'No name',
  },
  match: {
    title: (name: string) => `Which game is "${name}"?`,
    own: 'Add it as my own game',
    leaveOut: 'Skip this row',
    failed: 'Couldn’t choose the game. Please try again.',
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
