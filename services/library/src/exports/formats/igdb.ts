import { type Format, numberAt, titleOf } from './format.ts';

/** IGDB's list format, which identifies games and has no fields of the user's own. */
export const igdb: Format = {
  columns: [
    ...['id', 'game', 'url', 'rating', 'category', 'release_date', 'platforms', 'genres', 'themes', 'companies'],
    'description',
  ],
  row: (entry) => {
    const { year, platform } = entry;
    return [numberAt('igdb-', entry), titleOf(entry), '', '', '', year ?? '', platform ?? '', '', '', '', ''];
  },
};
