import { readGuid, readTimePlayed, readTitleAndYear } from './read-values.ts';
import { cell, gathered, type Source } from './source.ts';

/** The id of the PC platform. */
const pc = 94;

/**
 * Steam's `GetOwnedGames`: minutes; `guid` when the catalog knows the app. Steam returns no names for delisted games,
 * or for any game if the caller did not ask for names.
 */
export const steam: Source = (cells) => {
  const minutes = cell(cells, 'playtime_forever').trim();
  const app = cell(cells, 'appid').trim();
  const { title, year } = readTitleAndYear(cell(cells, 'name'));
  const isUnnamed = 'value' in title && title.value === null && app !== '';
  return gathered({
    title: isUnnamed ? { problem: `Steam does not name app ${app}.` } : title,
    year,
    guid: readGuid(cell(cells, 'guid') || (app && `steam-${app}`)),
    hours_played: readTimePlayed(minutes && `${minutes} min`),
    platform_id: { value: pc },
  });
};
