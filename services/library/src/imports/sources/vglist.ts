import type { Status } from '@nightshelf/contracts/library-entry.ts';
import {
  linesOf,
  type Read,
  readGuid,
  readHours,
  readPlatform,
  readRating,
  readTitleAndYear,
  shown,
} from './read-values.ts';
import { cell, gathered, type Source } from './source.ts';

/** "Not applicable" marks a game that cannot be finished, so it is only owned. */
const statuses: Readonly<Record<string, Status>> = {
  unplayed: 'want_to_play',
  in_progress: 'playing',
  paused: 'playing',
  dropped: 'dropped',
  completed: 'completed',
  fully_completed: 'completed',
  not_applicable: 'collection',
};

/** vglist's export (Settings, Export): JSON, ratings out of 100. Takes the first of several platforms. */
export const vglist: Source = (cells) => {
  const id = cell(cells, 'game.wikidata_id');
  return gathered({
    ...readTitleAndYear(cell(cells, 'game.name')),
    guid: readGuid(id && `wikidata-Q${id}`),
    status: statusOf(cell(cells, 'completion_status')),
    rating: readRating(cell(cells, 'rating'), 100),
    hours_played: readHours(cell(cells, 'hours_played')),
    platform_id: readPlatform(linesOf(cell(cells, 'platforms[].name'))[0] ?? ''),
  });
};

function statusOf(text: string): Read<Status> {
  if (text === '') return { value: null };
  const value = Object.hasOwn(statuses, text) ? statuses[text] : undefined;
  return value ? { value } : { problem: `"${shown(text)}" is not a known status.` };
}
