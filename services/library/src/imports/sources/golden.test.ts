import { readFileSync } from 'node:fs';
import type { ImportSource } from '@nightshelf/contracts/import-rules.ts';
import type { ImportedFields } from '@nightshelf/contracts/imports.ts';
import { expect, test } from 'vitest';
import {
  guessMapping,
  guessScale,
  guessSource,
  rowsToSend,
} from '../../../../../frontend/src/features/imports/file/guess-columns.ts';
import { readTable } from '../../../../../frontend/src/features/imports/file/read-table.ts';
import { sources } from './sources.ts';

/** Files that users can import. `<file>.expected.json` has the fields of each row, without the empty ones. */
const files: ReadonlyArray<readonly [source: ImportSource, ...files: string[]]> = [
  ['backloggd', 'backloggd.csv', 'backloggd-console.csv', 'backloggd-transfer.json'],
  ['gog_galaxy', 'gog-galaxy.csv', 'gog-semicolon.csv', 'gog-tab.csv'],
  ['grouvee', 'grouvee.csv', 'grouvee-2025.csv'],
  ['howlongtobeat', 'howlongtobeat.csv', 'hltb-2024-checkmarks.csv', 'hltb-years-in-titles.csv'],
  ['howlongtobeat', 'hltb-backlog-then-completed.csv'],
  ['igdb', 'igdb.csv'],
  ['neodb', 'neodb.csv'],
  ['playnite', 'playnite.csv', 'playnite-advanced.csv', 'playnite.json', 'playnite-overflow.json'],
  ['psn', 'psn.csv', 'psn-library.csv'],
  ['ryot', 'ryot.json'],
  ['steam', 'steam.json', 'steam-owned.json'],
  ['table', 'dates-forms.csv', 'hours-forms.csv', 'titles-odd.csv'],
  ['table', 'excel-sep-de.csv', 'excel-cp1252.csv', 'excel-utf16le.txt'],
  ['vglist', 'vglist.json'],
  ['xbox', 'xbox.csv'],
  ['yamtrack', 'yamtrack.csv'],
];

const golden = (file: string) => readFileSync(new URL(`golden/${file}`, import.meta.url));

/** Reads a file through the browser's reader and its source. */
function read(source: ImportSource, file: string) {
  const result = readTable(golden(file));
  if ('fault' in result) throw new Error(result.fault);
  const { table } = result;
  expect(guessSource(table.columns)).toBe(source);
  const mapping = guessMapping(table.columns);
  const options = { rating_of: guessScale(table, mapping), status: 'collection' } as const;
  return rowsToSend(table, source, mapping).map((cells) => {
    const { given, problems } = sources[source](cells, options);
    return { ...filled(given), ...(problems.length > 0 && { problems }) };
  });
}

const filled = (given: ImportedFields): Partial<ImportedFields> =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));

test.each(files.flatMap(([source, ...names]) => names.map((file) => [file, source] as const)))(
  'reads %s as %s',
  (file, source) => {
    expect(read(source, file)).toEqual(JSON.parse(golden(`${file}.expected.json`).toString()));
  },
);

test.each([
  ['steam-private.json', 'steam_private'],
  ['steam-empty.json', 'no_rows'],
])('rejects %s with %s', (file, fault) => {
  expect(readTable(golden(file))).toEqual({ fault });
});
