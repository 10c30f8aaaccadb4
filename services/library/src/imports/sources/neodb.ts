import { readDate, readGuid, readRating, readStatus, readTags, readTitleAndYear } from './read-values.ts';
import { cell, gathered, type Source } from './source.ts';

/** Addresses of media other than games. */
const otherKinds = /^https?:\/\/[^/\s]+\/(movie|tv|book|album|podcast|performance)\//;

/**
 * `game_mark.csv` of NeoDB's export, whose columns also serve films and books: ratings out of 10, tags separated by
 * bars, all addresses of a game in one cell.
 */
export const neodb: Source = (cells) => {
  const links = cell(cells, 'links');
  const kind = otherKinds.exec(links)?.[1];
  if (kind) return gathered({ title: { problem: `Not a game: ${kind}.` } });
  const year = /(?:^|\s)(?:pub_)?year:(\S+)/.exec(cell(cells, 'info'))?.[1];
  const app = /\/\/store\.steampowered\.com\/app\/(\d+)/.exec(links)?.[1];
  return gathered({
    ...readTitleAndYear(cell(cells, 'title'), year),
    guid: readGuid(app ? `steam-${app}` : ''),
    status: readStatus(inWords(cell(cells, 'status'))),
    rating: readRating(cell(cells, 'rating'), 10),
    tags: readTags(cell(cells, 'tags').split('|')),
    date_added: readDate(cell(cells, 'timestamp')),
  });
};

const inWords = (status: string) => (status === 'progress' ? 'playing' : status);
