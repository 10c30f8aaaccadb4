import type { Status } from '@nightshelf/contracts';
import { z } from 'zod';
import { readGuid, readTags, readTitle, readYear } from './read-names.ts';
import { type Read, readDate, readHours, readPlatform, readRating } from './read-values.ts';
import { cell, gathered, type Source } from './source.ts';

/** Its own shelves, the one that says most of a game first, and two that one may make beside them. */
const shelfStatus: ReadonlyArray<readonly [string, Status]> = [
  ['Playing', 'playing'],
  ['Dropped', 'dropped'],
  ['Played', 'completed'],
  ['Wish List', 'want_to_play'],
  ['Backlog', 'want_to_play'],
  ['Collection', 'collection'],
];

const shelves = z.record(z.string(), z.object({ date_added: z.string().nullish() }).loose());
const platforms = z.record(z.string(), z.unknown());
const dates = z.array(z.object({ seconds_played: z.number().nullish() }).loose());

/**
 * The export of Grouvee: shelves, platforms and dates are JSON in their cells, ratings are out of 5, games are those of Giant Bomb.
 * Shelves of the user's own become tags.
 */
export const grouvee: Source = (cells) => {
  const shelved = json(cell(cells, 'shelves'), shelves, 'shelves');
  const played = json(cell(cells, 'dates'), dates, 'dates');
  const on = json(cell(cells, 'platforms'), platforms, 'platforms');
  const id = cell(cells, 'giantbomb_id');
  const names = Object.keys(valueIn(shelved) ?? {});
  const seconds = (valueIn(played) ?? []).reduce((sum, { seconds_played }) => sum + (seconds_played ?? 0), 0);
  const [platform = ''] = Object.keys(valueIn(on) ?? {});
  const added = Object.values(valueIn(shelved) ?? {})
    .flatMap(({ date_added }) => date_added ?? [])
    .sort();
  return gathered({
    title: readTitle(cell(cells, 'name')).title,
    year: readYear(cell(cells, 'release_date')),
    guid: readGuid(id && `3030-${id}`),
    status: orProblem(shelved, shelfStatus.find(([shelf]) => names.includes(shelf))?.[1] ?? null),
    rating: readRating(cell(cells, 'rating'), 5),
    // As any hours that are read: more than a game can have here are a problem of their row.
    hours_played: 'problem' in played || seconds <= 0 ? orProblem(played, null) : readHours(`${Math.round(seconds)} s`),
    platform_id: 'problem' in on ? on : readPlatform(platform),
    tags: readTags(names.filter((name) => !shelfStatus.some(([shelf]) => shelf === name))),
    date_added: readDate(added[0] ?? ''),
  });
};

/** @param of as in "The shelves cannot be read" */
function json<Value>(text: string, schema: z.ZodType<Value>, of: string): Read<Value> {
  if (text === '') return { value: null };
  try {
    return { value: schema.parse(JSON.parse(text)) };
  } catch {
    return { problem: `The ${of} of this game cannot be read.` };
  }
}

const valueIn = <Value>(read: Read<Value>): Value | null => ('value' in read ? read.value : null);

const orProblem = <Value>(read: Read<unknown>, value: Value | null): Read<Value> =>
  'problem' in read ? read : { value };
