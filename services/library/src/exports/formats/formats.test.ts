import type { ExportFormat } from '@nightshelf/contracts/export-formats.ts';
import { sourceColumns } from '@nightshelf/contracts/import-rules.ts';
import { platformName } from '@nightshelf/contracts/platforms/platform-names.ts';
import fc from 'fast-check';
import Papa from 'papaparse';
import { expect, test } from 'vitest';
import { anyEntry } from '../../../test/any-entry.ts';
import { sources } from '../../imports/sources/sources.ts';
import type { ExportedEntry } from '../exported-entries.ts';
import { formats, tableIn } from '../formats.ts';

/** Uses a platform name that every format knows, and titles without a spreadsheet guard. */
const entry = anyEntry
  .map((one) => ({ ...one, platform_id: one.platform_id === null ? null : 139, platform: platformName(139) }))
  .map((one) => (one.platform_id === null ? { ...one, platform: null } : one))
  .filter(({ title }) => !title?.startsWith("'"));

async function* inPages(entries: readonly ExportedEntry[]) {
  yield entries.slice(0, 2);
  yield entries.slice(2);
}

/** Reads an exported file with our own import. */
async function readAgain(format: ExportFormat, entries: readonly ExportedEntry[]) {
  const pieces = await Array.fromAsync(tableIn(formats[format], inPages(entries)));
  const { data, meta } = Papa.parse<Record<string, string>>(pieces.join(''), { header: true, skipEmptyLines: true });
  const { known } = sourceColumns[format];
  expect(known.some((form) => form.every((column) => meta.fields?.includes(column)))).toBe(true);
  return data.map((cells) => sources[format](cells, { rating_of: 10, status: 'collection' }));
}

const guidOf = (provider: string, { guid }: ExportedEntry) => (guid.startsWith(provider) ? guid : null);
const nothing = { year: null, platform_id: null, tags: null, is_shared: null, date_added: null };

const carried: Readonly<Record<ExportFormat, (entry: ExportedEntry) => object>> = {
  yamtrack: (one) => ({
    ...nothing,
    title: one.title,
    guid: guidOf('igdb-', one),
    status: one.status === 'collection' ? 'want_to_play' : one.status,
    rating: one.rating,
    // Yamtrack writes 0 for a game without hours.
    hours_played: one.hours_played || null,
  }),
  grouvee: (one) => ({
    ...nothing,
    title: one.title,
    year: one.year,
    guid: guidOf('3030-', one),
    status: one.status,
    rating: one.rating,
    hours_played: one.hours_played || null,
    platform_id: one.platform_id,
    tags: one.tags.length > 0 ? one.tags : null,
    date_added: one.date_added,
  }),
  igdb: (one) => ({
    ...nothing,
    title: one.title,
    year: one.year,
    guid: guidOf('igdb-', one),
    status: null,
    rating: null,
    hours_played: null,
  }),
};

/** Object keys that are numbers come first, so the order of Grouvee shelves is not kept. */
const inAnyOrder = ({ tags, ...given }: { tags?: readonly string[] | null }) => ({ ...given, tags: tags?.toSorted() });

test.each(['yamtrack', 'grouvee', 'igdb'] as const)('keeps a year in brackets of a title in %s', async (format) => {
  const [sample] = fc.sample(entry, 1);
  if (!sample) throw new Error('No entry');
  const [read] = await readAgain(format, [{ ...sample, title: 'God of War (2018)', year: 2018 }]);
  expect(read?.given).toMatchObject({ title: 'God of War (2018)', year: 2018 });
});

test.each(['yamtrack', 'grouvee', 'igdb'] as const)('reads back every field that %s has a column for', (format) =>
  fc.assert(
    fc.asyncProperty(fc.array(entry, { maxLength: 4 }), async (entries) => {
      const read = await readAgain(format, entries);
      expect(read.flatMap(({ problems }) => problems)).toEqual([]);
      expect(read.map(({ given }) => inAnyOrder(given))).toEqual(entries.map(carried[format]).map(inAnyOrder));
    }),
  ),
);
