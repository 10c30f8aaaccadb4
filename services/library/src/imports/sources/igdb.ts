import { readGuid, readTitleAndYear } from './read-values.ts';
import { cell, gathered, type Source } from './source.ts';

/** IGDB's list export. Only the list's name states what it means, and its ratings are not the user's. */
export const igdb: Source = (cells) => {
  const id = cell(cells, 'id');
  return gathered({
    ...readTitleAndYear(cell(cells, 'game'), firstYear(cell(cells, 'release_date'))),
    guid: readGuid(id && `igdb-${id}`),
  });
};

/** Returns the earliest year, because the cell may list unordered release dates of many countries and platforms. */
function firstYear(text: string): string {
  const years = text.match(/(?<!\d)(?:19|20)\d\d(?!\d)/g) ?? [];
  return years.toSorted()[0] ?? text;
}
