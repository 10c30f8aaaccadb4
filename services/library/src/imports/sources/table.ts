import type { ImportField } from '@nightshelf/contracts/import-rules.ts';
import { readPlatformId } from './nightshelf.ts';
import {
  readDate,
  readFlag,
  readGuid,
  readHoursOfTable,
  readRating,
  readStatus,
  readTags,
  readTitleAndYear,
  saysNothing,
} from './read-values.ts';
import { cell, gathered, type Source } from './source.ts';

/** Any table whose columns the user has mapped to ours. */
export const table: Source = (cells, { rating_of }) => {
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
