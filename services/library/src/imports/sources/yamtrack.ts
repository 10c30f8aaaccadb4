import { readGuid, readRating, readStatus, readTimePlayed, readTitleAndYear, shown } from './read-values.ts';
import { cell, gathered, type Source } from './source.ts';

/** Yamtrack's export, which mixes games with films, series and books: `3h 00min`, scores out of 10, IGDB games. */
export const yamtrack: Source = (cells) => {
  const kind = cell(cells, 'media_type');
  if (kind !== 'game') return gathered({ title: { problem: `Not a game: ${shown(kind) || 'nothing'}.` } });
  const id = cell(cells, 'media_id');
  return gathered({
    ...readTitleAndYear(cell(cells, 'title')),
    guid: readGuid(cell(cells, 'source') === 'igdb' && id ? `igdb-${id}` : ''),
    status: readStatus(cell(cells, 'status')),
    rating: readRating(cell(cells, 'score'), 10),
    hours_played: readTimePlayed(cell(cells, 'progress')),
  });
};
