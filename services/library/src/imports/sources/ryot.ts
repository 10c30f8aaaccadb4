import type { Status } from '@nightshelf/contracts/library-entry.ts';
import {
  linesOf,
  type Read,
  readGuid,
  readRating,
  readTags,
  readTimePlayed,
  readTitleAndYear,
  shown,
} from './read-values.ts';
import { cell, gathered, type Source } from './source.ts';

/** States of a playthrough, most specific first. */
const states: ReadonlyArray<readonly [string, Status]> = [
  ['in_progress', 'playing'],
  ['completed', 'completed'],
  ['on_a_hold', 'playing'],
  ['dropped', 'dropped'],
];
const collections: ReadonlyArray<readonly [string, Status]> = [
  ['In Progress', 'playing'],
  ['Completed', 'completed'],
  ['Watchlist', 'want_to_play'],
  ['Owned', 'collection'],
];

/** Collections that Ryot creates for every user, which therefore do not become tags. */
const itsOwn = new Set([...collections.map(([name]) => name), 'Monitoring', 'Custom', 'Reminders']);

/**
 * Ryot's export (Settings, Imports and Exports): games among films and books, ratings out of 100, seconds per
 * playthrough. Custom collections become tags.
 */
export const ryot: Source = (cells) => {
  const lot = cell(cells, 'lot');
  if (lot !== 'video_game') {
    return gathered({ title: { problem: `Not a game: ${shown(lot) || 'nothing'}.` } });
  }
  const names = linesOf(cell(cells, 'collections[].collection_name'));
  const seen = linesOf(cell(cells, 'seen_history[].state'));
  return gathered({
    ...readTitleAndYear(cell(cells, 'source_id')),
    guid: readGuid(guidOf(cell(cells, 'source'), cell(cells, 'identifier'))),
    status: statusOf(seen, names),
    rating: readRating(linesOf(cell(cells, 'reviews[].rating')).find(Boolean) ?? '', 100),
    hours_played: hoursOf(linesOf(cell(cells, 'seen_history[].manual_time_spent'))),
    tags: readTags(names.filter((name) => !itsOwn.has(name))),
  });
};

function guidOf(source: string, id: string): string {
  if (source === 'igdb') return `igdb-${id}`;
  return source === 'giant_bomb' && id !== '' ? `3030-${id.replace(/^3030-/, '')}` : '';
}

function statusOf(seen: readonly string[], names: readonly string[]): Read<Status> {
  const unknown = seen.find((state) => !states.some(([known]) => known === state));
  if (unknown !== undefined) return { problem: `"${shown(unknown)}" is not a known status.` };
  const state = states.find(([known]) => seen.includes(known));
  return { value: (state ?? collections.find(([known]) => names.includes(known)))?.[1] ?? null };
}

/** Adds up the seconds of all playthroughs. */
function hoursOf(seconds: readonly string[]): Read<number> {
  const said = seconds.filter(Boolean);
  const odd = said.find((one) => !/^\d+(\.\d+)?$/.test(one));
  if (odd !== undefined) return { problem: `"${shown(odd)}" is not a number of seconds.` };
  const all = said.reduce((sum, one) => sum + Number(one), 0);
  return readTimePlayed(`${Math.round(all)} s`);
}
