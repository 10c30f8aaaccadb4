import { notListed, platformNames, type Status, statuses, tags, uniqueTags, vaultColumns } from '@nightshelf/contracts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ExportedEntry } from '../../exports/exported-entries.ts';
import { cellsOf } from '../../exports/table.ts';
import { nightshelf } from './nightshelf.ts';

const options = { rating_of: 10, status: 'collection' } as const;

const word = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: fc.constantFrom('=', "'", '|', '\\', ',', '-', '@', 'a', ' ', '"', ';') }),
);
const tag = word.filter((text) => tags.safeParse([text]).success).map((text) => tags.parse([text])[0] ?? '');
const title = word.map((text) => `${text.replace(/[\s\p{C}]+/gu, ' ').trim()}x`);

/** Whatever a vault may hold. */
const entry: fc.Arbitrary<ExportedEntry> = fc.record({
  title,
  year: fc.option(fc.integer({ min: 1950, max: 2030 })),
  guid: fc.constantFrom('3030-1', 'igdb-1942', 'other:1'),
  status: fc.constantFrom<Status>(...statuses),
  rating: fc.option(fc.integer({ min: 1, max: 10 })),
  hours_played: fc.option(fc.integer({ min: 0, max: 199_999 }).map((halves) => halves / 2)),
  platform: fc.option(fc.constantFrom(...platformNames.values(), 'A platform of its own')),
  platform_id: fc.option(fc.oneof(fc.constant(notListed), fc.integer({ min: 1, max: 2_147_483_647 }))),
  tags: fc.array(tag, { maxLength: 5 }).map(uniqueTags),
  is_shared: fc.boolean(),
  date_added: fc
    .date({ min: new Date(0), max: new Date('2026-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString()),
});

test('what is exported says again what it said', () => {
  fc.assert(
    fc.property(entry, (exported) => {
      const { platform, ...said } = exported.platform_id === null ? { ...exported, platform: null } : exported;
      const cells = Object.fromEntries(
        cellsOf({ ...said, platform }).map((cell, at) => [vaultColumns[at] ?? '', cell]),
      );
      const { given, problems } = nightshelf(cells, options);
      expect(problems).toEqual([]);
      expect(given).toEqual({ ...said, tags: said.tags.length > 0 ? said.tags : null });
    }),
  );
});

test('what somebody spoilt in a spreadsheet is said, and the rest is read', () => {
  const cells = {
    title: 'Tetris (1984)',
    guid: 'no guid',
    status: '???',
    rating: '12',
    hours_played: '-1',
    platform_id: 'x',
  };
  const { given, problems } = nightshelf(cells, options);
  expect(given).toMatchObject({ title: 'Tetris', guid: null, status: null, rating: null, hours_played: null });
  expect(problems).toEqual([
    '"no guid" identifies no game.',
    '"???" is no status that is known here.',
    'The rating "12" is not between 0 and 10.',
    '"-1" is no number of hours.',
  ]);
});
