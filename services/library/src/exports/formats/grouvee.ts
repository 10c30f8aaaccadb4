import type { Status } from '@nightshelf/contracts/library-entry.ts';
import { type Format, numberAt, titleOf } from './format.ts';

/** Grouvee has no built-in shelves for "dropped" and "collection", so these become custom shelves. */
const shelves: Readonly<Record<Status, string>> = {
  want_to_play: 'Wish List',
  playing: 'Playing',
  completed: 'Played',
  dropped: 'Dropped',
  collection: 'Collection',
};

/**
 * Grouvee's export format: status and tags are shelves, ratings are out of 5, games are Giant Bomb's; some cells are
 * JSON.
 */
export const grouvee: Format = {
  columns: [
    ...['id', 'name', 'shelves', 'platforms', 'rating', 'review', 'dates', 'statuses'],
    ...['genres', 'franchises', 'developers', 'publishers', 'release_date', 'url', 'giantbomb_id'],
  ],
  row: (entry) => {
    const { status, rating, hours_played, platform, tags, date_added, year } = entry;
    const shelved = Object.fromEntries(
      [shelves[status], ...tags].map((shelf, order) => [shelf, { date_added, order }]),
    );
    const played = { date_started: null, date_finished: null, seconds_played: (hours_played ?? 0) * 3600 };
    return [
      ...['', titleOf(entry), JSON.stringify(shelved), JSON.stringify(platform === null ? {} : { [platform]: {} })],
      ...[rating === null ? '' : rating / 2, '', JSON.stringify(hours_played === null ? [] : [played]), '[]'],
      ...['{}', '{}', '{}', '{}', year ?? '', '', numberAt('3030-', entry)],
    ];
  },
};
