import { readGuid, readTitle } from './read-names.ts';
import { readHours } from './read-values.ts';
import { cell, gathered, type Source } from './source.ts';

/** The platform of all that Steam sells. */
const pc = 94;

/** The games of an account as Steam's `GetOwnedGames` has them, time in minutes; `guid` where the catalog knows the game by its number there. */
export const steam: Source = (cells) => {
  const minutes = cell(cells, 'playtime_forever').trim();
  return gathered({
    title: readTitle(cell(cells, 'name')).title,
    guid: readGuid(cell(cells, 'guid')),
    // A game that was never started has 0 of them, which says nothing.
    hours_played: minutes === '0' ? { value: null } : readHours(minutes && `${minutes} min`),
    platform_id: { value: pc },
  });
};
