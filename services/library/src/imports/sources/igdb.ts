import { readGuid, readTitle, readYear } from './read-names.ts';
import { cell, gathered, type Source } from './source.ts';

/** A list of IGDB: what it is a list of says its name alone, and its rating is everybody's. */
export const igdb: Source = (cells) => {
  const id = cell(cells, 'id');
  return gathered({
    title: readTitle(cell(cells, 'game')).title,
    year: readYear(cell(cells, 'release_date')),
    guid: readGuid(id && `igdb-${id}`),
  });
};
