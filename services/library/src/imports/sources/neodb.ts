import { readTags, readTitle, readYear } from './read-names.ts';
import { readDate, readRating, readStatus } from './read-values.ts';
import { cell, gathered, type Source } from './source.ts';

/** What else it keeps, by its own addresses. */
const otherKinds = /^https?:\/\/[^/\s]+\/(movie|tv|book|album|podcast|performance)\//;

/**
 * `game_mark.csv` of NeoDB's export, which has the same columns for films and books: ratings out of 10, tags between bars, the
 * addresses of a game in one cell, its own first.
 */
export const neodb: Source = (cells) => {
  const kind = otherKinds.exec(cell(cells, 'links'))?.[1];
  if (kind) return gathered({ title: { problem: `This is no game, but: ${kind}.` } });
  const { title, year } = readTitle(cell(cells, 'title'));
  const said = /(?:^|\s)(?:pub_)?year:(\S+)/.exec(cell(cells, 'info'))?.[1];
  return gathered({
    title,
    year: said === undefined ? { value: year } : readYear(said),
    status: readStatus(inWords(cell(cells, 'status'))),
    rating: readRating(cell(cells, 'rating'), 10),
    tags: readTags(cell(cells, 'tags').split('|')),
    date_added: readDate(cell(cells, 'timestamp')),
  });
};

const inWords = (status: string) => (status === 'progress' ? 'playing' : status);
