import type { Status } from '@nightshelf/contracts';
import { readTitle } from './read-names.ts';
import { type Read, readDate, readHours, readPlatform, readRating } from './read-values.ts';
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

/**
 * The export of HowLongToBeat (howlongtobeat.com, Options, Export): a row for each playthrough, an X for each list that the game is
 * in, a review out of 100.
 */
export const howLongToBeat: Source = (cells) =>
  gathered({
    title: readTitle(cell(cells, 'Title')).title,
    status: { value: lists.find(([list]) => cell(cells, list) === 'X')?.[1] ?? null },
    rating: readRating(cell(cells, 'Review'), 100),
    hours_played: longest(cells),
    platform_id: readPlatform(cell(cells, 'Platform')),
    date_added: readDate(cell(cells, 'Added')),
  });

/** Of the times to the ends that were reached, and of what was played so far. */
function longest(cells: Cells): Read<number> {
  const read = times.map((column) => readHours(inHours(cell(cells, column))));
  const problem = read.find((one) => 'problem' in one);
  if (problem) return problem;
  const hours = read.flatMap((one) => ('value' in one ? (one.value ?? []) : []));
  return { value: hours.length > 0 ? Math.max(...hours) : null };
}

/** Its times are 8:35:30, 46:30 without hours, 32 seconds, and -- for none. */
function inHours(time: string): string {
  if (/^\d+:\d+$/.test(time)) return `0:${time}`;
  return /^\d+$/.test(time) ? `${time} s` : time;
}
