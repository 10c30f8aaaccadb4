import { uniqueTags } from '@nightshelf/contracts/entry-rules.ts';
import { type Status, statuses, tags } from '@nightshelf/contracts/library-entry.ts';
import { notListed, platformNames } from '@nightshelf/contracts/platforms/platform-names.ts';
import fc from 'fast-check';
import type { ExportedEntry } from '../src/exports/exported-entries.ts';

const word = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: fc.constantFrom('=', "'", '|', '\\', ',', '-', '@', 'a', ' ', '"', ';') }),
);
const tag = word.filter((text) => tags.safeParse([text]).success).map((text) => tags.parse([text])[0] ?? '');
const title = word.map((text) => `${text.replace(/[\s\p{C}]+/gu, ' ').trim()}x`);

export const anyEntry: fc.Arbitrary<ExportedEntry> = fc.record({
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
