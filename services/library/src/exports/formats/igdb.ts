import { type Format, numberAt, titleOf } from './format.ts';

/** A list as IGDB has it: which games they are, and nothing of what their owner says of them. */
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
