import type { Status } from '@nightshelf/contracts/library-entry.ts';
import { type Format, numberAt, titleOf } from './format.ts';

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
export const yamtrack: Format = {
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
