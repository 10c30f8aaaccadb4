import { readGuid, readTitleAndYear } from './read-names.ts';
import { cell, gathered, type Source } from './source.ts';

/** A list of IGDB: what it is a list of says its name alone, and its rating is everybody's. */
export const igdb: Source = (cells) => {
  const id = cell(cells, 'id');
  return gathered({
    ...readTitleAndYear(cell(cells, 'game'), firstYear(cell(cells, 'release_date'))),
    guid: readGuid(id && `igdb-${id}`),
  });
};

/** Of a date, or of the dates of every country and platform in no order: a game is as old as its first. */
function firstYear(text: string): string {
  const years = text.match(/(?<!\d)(?:19|20)\d\d(?!\d)/g) ?? [];
  return years.toSorted()[0] ?? text;
}
