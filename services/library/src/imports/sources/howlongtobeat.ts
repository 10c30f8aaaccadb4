import { sourceColumns } from '@nightshelf/contracts/import-rules.ts';
import type { Status } from '@nightshelf/contracts/library-entry.ts';
import { readDate } from './read-date.ts';
import { readTimePlayed } from './read-hours.ts';
import { readTags, readTitleAndYear } from './read-names.ts';
import { readPlatform } from './read-platform.ts';
import { readRating } from './read-rating.ts';
import { type Read, readFlag, shown } from './read-values.ts';
import { type Cells, cell, gathered, type Source } from './source.ts';

/** Its lists, the one that says most of a game first: somebody who plays it again has completed it, too. */
const lists: ReadonlyArray<readonly [string, Status]> = [
  ['Playing', 'playing'],
  ['Replay', 'playing'],
  ['Completed', 'completed'],
  ['Retired', 'dropped'],
  ['Backlog', 'want_to_play'],
];

const times = ['Progress', 'Main Story', 'Main + Extras', 'Completionist'];

const { read: columnsRead, ignored = [] } = sourceColumns.howlongtobeat;
const itsColumns = new Set([...columnsRead, ...ignored]);

/**
 * The export of HowLongToBeat (howlongtobeat.com, Options, Export): a row for each playthrough, a mark for each list that the game is
 * in, a review out of 100. Lists of the user's own are columns of their names, and become tags.
 */
export const howLongToBeat: Source = (cells) => {
  const ownLists = Object.keys(cells).filter((column) => !itsColumns.has(column));
  const marks = [...lists.map(([list]) => list), ...ownLists].map((list) => ({
    list,
    read: readFlag(cell(cells, list)),
  }));
  const isIn = (list: string) => marks.some((mark) => mark.list === list && 'value' in mark.read && mark.read.value);
  return gathered(
    {
      ...readTitleAndYear(cell(cells, 'Title')),
      status: { value: lists.find(([list]) => isIn(list))?.[1] ?? null },
      rating: readRating(cell(cells, 'Review'), 100),
      hours_played: longest(cells),
      platform_id: readPlatform(cell(cells, 'Platform')),
      tags: readTags(ownLists.filter(isIn)),
      date_added: readDate(cell(cells, 'Added')),
    },
    marks.flatMap(({ list, read }) =>
      'problem' in read
        ? `The mark "${shown(cell(cells, list))}" in the list ${shown(list)} is neither yes nor no.`
        : [],
    ),
  );
};

/** Of the times to the ends that were reached, and of what was played so far. */
function longest(cells: Cells): Read<number> {
  const read = times.map((column) => readTimePlayed(withHours(cell(cells, column))));
  const problem = read.find((one) => 'problem' in one);
  if (problem) return problem;
  const hours = read.flatMap((one) => ('value' in one ? (one.value ?? []) : []));
  return { value: hours.length > 0 ? Math.max(...hours) : null };
}

/** Its times are 8:35:30, 46:30 without hours, 32 seconds, and -- for none. */
function withHours(time: string): string {
  if (/^\d+:\d+$/.test(time)) return `0:${time}`;
  return /^\d+$/.test(time) ? `${time} s` : time;
}
