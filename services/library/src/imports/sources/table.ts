import type { ImportField } from '@nightshelf/contracts';
import { readPlatformId } from './nightshelf.ts';
import { readGuid, readTags, readTitle, readYear } from './read-names.ts';
import { readDate, readFlag, readHours, readRating, readStatus } from './read-values.ts';
import { cell, gathered, type Source } from './source.ts';

/** Any table, whose columns its user has given the names of ours. */
export const table: Source = (cells, { rating_of }) => {
  const given = (field: ImportField) => cell(cells, field);
  const { title, year } = readTitle(given('title'));
  const said = readYear(given('year'));
  return gathered({
    title,
    year: 'value' in said && said.value === null ? { value: year } : said,
    guid: readGuid(given('guid')),
    status: readStatus(given('status')),
    rating: readRating(given('rating'), rating_of),
    hours_played: readHours(given('hours_played')),
    platform_id: readPlatformId(given('platform_id'), given('platform')),
    tags: readTags(given('tags').split(/[,;|\n]/)),
    is_shared: readFlag(given('is_shared')),
    date_added: readDate(given('date_added')),
  });
};
