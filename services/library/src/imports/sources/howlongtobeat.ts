import { sourceColumns } from '@nightshelf/contracts/import-rules.ts';
import type { Status } from '@nightshelf/contracts/library-entry.ts';
import { type Read, readFlag, readTags, readTimePlayed, shown } from './read-values.ts';
import { fromColumns, type Get } from './source.ts';

/** HowLongToBeat's lists, most specific first: a replayed game is also in "Completed". */
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
 * HowLongToBeat's export (Options, Export): a row per playthrough, a column per list, reviews out of 100. Custom lists
 * are additional columns and become tags.
 */
export const howLongToBeat = fromColumns({
  title: 'Title',
  rating: ['Review', 100],
  platform: 'Platform',
  added: 'Added',
  others: (get, { columns }) => {
    const ownLists = columns.filter((column) => !itsColumns.has(column));
    const marks = new Map([...lists.map(([list]) => list), ...ownLists].map((list) => [list, readFlag(get(list))]));
    const isIn = (list: string) => {
      const read = marks.get(list);
      return read !== undefined && 'value' in read && read.value === true;
    };
    return {
      status: { value: lists.find(([list]) => isIn(list))?.[1] ?? null },
      hours_played: longest(get),
      tags: readTags(ownLists.filter(isIn)),
      problems: [...marks].flatMap(([list, read]) =>
        'problem' in read ? `The mark "${shown(get(list))}" in the list ${shown(list)} is neither yes nor no.` : [],
      ),
    };
  },
});

/** Returns the longest of all times, including the progress so far. */
function longest(get: Get): Read<number> {
  const read = times.map((column) => readTimePlayed(withHours(get(column))));
  const problem = read.find((one) => 'problem' in one);
  if (problem) return problem;
  const hours = read.flatMap((one) => ('value' in one ? (one.value ?? []) : []));
  return { value: hours.length > 0 ? Math.max(...hours) : null };
}

/** Times are written as 8:35:30, 46:30 (minutes and seconds), 32 (seconds) or -- (none). */
function withHours(time: string): string {
  if (/^\d+:\d+$/.test(time)) return `0:${time}`;
  return /^\d+$/.test(time) ? `${time} s` : time;
}
