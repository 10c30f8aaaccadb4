import type { Status } from '@nightshelf/contracts/library-entry.ts';
import { z } from 'zod';
import { type Read, readDate, readPlatform, readStatus, readTags, readTimePlayed, saysNothing } from './read-values.ts';
import { fromColumns } from './source.ts';

/** Grouvee's shelves for started games, plus the common custom shelf "Dropped"; the most specific first. */
const begunShelves: ReadonlyArray<readonly [string, Status]> = [
  ['Playing', 'playing'],
  ['Dropped', 'dropped'],
  ['Played', 'completed'],
];

/**
 * Grouvee's other shelves, plus the common custom shelf "Collection". A custom shelf such as "Finished" overrides them.
 */
const otherShelves: ReadonlyArray<readonly [string, Status]> = [
  ['Wish List', 'want_to_play'],
  ['Backlog', 'want_to_play'],
  ['Collection', 'collection'],
];

const isKnown = (name: string) => [...begunShelves, ...otherShelves].some(([shelf]) => shelf === name);

const order: readonly Status[] = ['playing', 'dropped', 'completed', 'want_to_play', 'collection'];

/** Pairs instead of a record, which would lose a shelf named `__proto__`. */
const shelves = z.preprocess(
  (all) => (typeof all === 'object' && all !== null ? Object.entries(all) : all),
  z.array(z.tuple([z.string(), z.object({ date_added: z.string().nullish() }).loose()])),
);
const platforms = z.record(z.string(), z.unknown());
const dates = z.array(
  z.object({ seconds_played: z.number().nullish(), level_of_completion: z.string().nullish() }).loose(),
);

/**
 * Grouvee's export: shelves, platforms and dates are JSON cells, ratings are out of 5, games have IGDB and Giant Bomb
 * numbers. Custom shelves become tags unless they determine the status.
 */
export const grouvee = fromColumns({
  title: 'name',
  year: 'release_date',
  guid: (get) => {
    const [igdb, giantBomb] = [get('igdb_id'), get('giantbomb_id')];
    if (!saysNothing(igdb)) return `igdb-${igdb}`;
    return saysNothing(giantBomb) ? '' : `3030-${giantBomb}`;
  },
  rating: ['rating', 5],
  others: (get) => {
    const shelved = json(get('shelves'), shelves, 'shelves');
    const played = json(get('dates'), dates, 'dates');
    const on = json(get('platforms'), platforms, 'platforms');
    const names = (valueIn(shelved) ?? []).map(([name]) => name);
    const seconds = (valueIn(played) ?? []).reduce((sum, { seconds_played }) => sum + (seconds_played ?? 0), 0);
    const isFinished = (valueIn(played) ?? []).some(({ level_of_completion }) => isAnEnd(level_of_completion ?? ''));
    const status = statusOf(names) ?? (isFinished ? 'completed' : null);
    const [platform = ''] = Object.keys(valueIn(on) ?? {});
    const tags = names.filter((name) => !isKnown(name) && (status === null || valueIn(readStatus(name)) !== status));
    const added = (valueIn(shelved) ?? []).flatMap(([, { date_added }]) => date_added ?? []);
    const days = [...added, get('date_added_to_collection')].filter((date) => !saysNothing(date));
    return {
      status: 'problem' in shelved ? shelved : { value: status },
      hours_played: 'problem' in played ? played : readTimePlayed(`${Math.round(Math.max(0, seconds))} s`),
      platform_id: 'problem' in on ? on : readPlatform(platform),
      tags: readTags(tags),
      date_added: readDate(days.toSorted()[0] ?? ''),
    };
  },
});

function statusOf(names: readonly string[]): Status | null {
  const onShelf = (all: typeof begunShelves) => all.find(([shelf]) => names.includes(shelf))?.[1];
  const own = names.filter((name) => !isKnown(name)).map((name) => valueIn(readStatus(name)));
  return onShelf(begunShelves) ?? order.find((status) => own.includes(status)) ?? onShelf(otherShelves) ?? null;
}

/** Matches for example "Main Story" or "100% Completion". */
const isAnEnd = (level: string) => !saysNothing(level) && !/^(un|not|did not|abandon|drop)/i.test(level.trim());

/** @param of as in "The shelves of this game are unreadable" */
function json<Value>(text: string, schema: z.ZodType<Value>, of: string): Read<Value> {
  if (text === '') return { value: null };
  try {
    return { value: schema.parse(JSON.parse(text)) };
  } catch {
    return { problem: `The ${of} of this game are unreadable.` };
  }
}

const valueIn = <Value>(read: Read<Value>): Value | null => ('value' in read ? read.value : null);
