import { type PlatformId, platformId } from '@nightshelf/contracts/library-entry.ts';
import { notListed } from '@nightshelf/contracts/platforms/platform-names.ts';
import { splitTags } from '@nightshelf/contracts/vault-table.ts';
import {
  type Read,
  readDate,
  readFlag,
  readGuid,
  readHours,
  readPlatform,
  readRating,
  readStatus,
  readTags,
  readTitleAndYear,
} from './read-values.ts';
import { cell, gathered, type Source } from './source.ts';

/** Our own CSV export (`contracts/src/vault-table.ts`). */
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
export function readPlatformId(number: string, name: string): Read<PlatformId> {
  if (number.trim() === '') return readPlatform(name);
  const read = platformId.safeParse(number.trim() === notListed ? notListed : Number(number));
  return read.success ? { value: read.data } : readPlatform(name);
}
