import { notListed, type PlatformId, platformId, splitTags } from '@nightshelf/contracts';
import { readGuid, readTags, readTitle, readYear } from './read-names.ts';
import { type Read, readDate, readFlag, readHours, readPlatform, readRating, readStatus } from './read-values.ts';
import { cell, gathered, type Source } from './source.ts';

/** Our own export (`contracts/src/vault-table.ts`): what it says is read as it was. */
export const nightshelf: Source = (cells) => {
  const { title } = readTitle(cell(cells, 'title'));
  return gathered({
    title,
    year: readYear(cell(cells, 'year')),
    guid: readGuid(cell(cells, 'guid')),
    status: readStatus(cell(cells, 'status')),
    rating: readRating(cell(cells, 'rating'), 10),
    hours_played: readHours(cell(cells, 'hours_played')),
    platform_id: readPlatformId(cell(cells, 'platform_id'), cell(cells, 'platform')),
    tags: readTags(splitTags(cell(cells, 'tags'))),
    is_shared: readFlag(cell(cells, 'is_shared')),
    date_added: readDate(cell(cells, 'date_added')),
  });
};

/** The number decides; a name without one is looked up. */
export function readPlatformId(number: string, name: string): Read<PlatformId> {
  if (number.trim() === '') return readPlatform(name);
  const read = platformId.safeParse(number.trim() === notListed ? notListed : Number(number));
  return read.success ? { value: read.data } : readPlatform(name);
}
