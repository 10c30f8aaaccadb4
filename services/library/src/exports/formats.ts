import type { ExportFormat } from '@nightshelf/contracts/export-formats.ts';
import type { Status } from '@nightshelf/contracts/library-entry.ts';
import { stringify } from 'csv-stringify/sync';
import type { ExportedEntry } from './exported-entries.ts';

/** Another program's CSV format. */
interface Format {
  readonly columns: readonly string[];
  readonly row: (entry: ExportedEntry) => readonly (string | number)[];
}

/**
 * Yields the CSV in another program's format, without a byte order mark and without formula guards, which that program
 * would read as data.
 */
export async function* tableIn(
  { columns, row }: Format,
  pages: AsyncIterable<readonly ExportedEntry[]>,
): AsyncGenerator<string> {
  yield stringify([[...columns]]);
  for await (const page of pages) yield stringify(page.map((entry) => [...row(entry)]));
}

/** Returns the game's title, or its guid when it has none. */
const titleOf = ({ title, guid }: ExportedEntry): string => title ?? guid;

/** Returns the game's number at the provider; empty for another provider's game. */
const numberAt = (provider: 'igdb-' | '3030-', { guid }: ExportedEntry): string =>
  guid.startsWith(provider) && /^\d+$/.test(guid.slice(provider.length)) ? guid.slice(provider.length) : '';

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
const grouvee: Format = {
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

/** IGDB's list format, which identifies games and has no fields of the user's own. */
const igdb: Format = {
  columns: [
    ...['id', 'game', 'url', 'rating', 'category', 'release_date', 'platforms', 'genres', 'themes', 'companies'],
    'description',
  ],
  row: (entry) => {
    const { year, platform } = entry;
    return [numberAt('igdb-', entry), titleOf(entry), '', '', '', year ?? '', platform ?? '', '', '', '', ''];
  },
};

/** Yamtrack has no status for a game that is merely owned. */
const statuses: Readonly<Record<Status, string>> = {
  want_to_play: 'Planning',
  playing: 'In progress',
  completed: 'Completed',
  dropped: 'Dropped',
  collection: 'Planning',
};

/** Yamtrack rejects rows without an image URL; this is its own placeholder. */
const noPicture =
  'https://www.themoviedb.org/assets/2/v4/glyphicons/basic/glyphicons-basic-38-picture-grey-c2ebdbb057f2a7614185931650f8cee23fa137b93812ccb132b9df511df1cfac.svg';

/** Yamtrack's format (`integrations/imports/yamtrack.py`): IGDB games by number, others as manual entries. */
const yamtrack: Format = {
  columns: [
    ...['media_id', 'source', 'media_type', 'title', 'image', 'season_number', 'episode_number'],
    ...['score', 'progress', 'status', 'repeats', 'start_date', 'end_date', 'notes'],
  ],
  row: (entry) => {
    const { guid, status, rating, hours_played, tags } = entry;
    const number = numberAt('igdb-', entry);
    const minutes = (hours_played ?? 0) * 60;
    const progress = hours_played === null ? '' : `${Math.floor(minutes / 60)}h ${minutes % 60}min`;
    return [
      ...[number || guid, number ? 'igdb' : 'manual', 'game', titleOf(entry), noPicture, '', ''],
      ...[rating ?? '', progress, statuses[status], 0, '', '', tags.join(', ')],
    ];
  },
};

export const formats: Readonly<Record<ExportFormat, Format>> = { yamtrack, grouvee, igdb };
