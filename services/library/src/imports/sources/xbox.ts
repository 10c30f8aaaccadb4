import type { Status } from '@nightshelf/contracts/library-entry.ts';
import type { Read } from './read-values.ts';
import { readPlatform, readRating, readStatus, readTimePlayed, readTitleAndYear } from './read-values.ts';
import { type Cells, cell, gathered, type Source } from './source.ts';

/**
 * Microsoft has no export. Reads TrueAchievements (My Game Collection, Download), which tracks an Xbox account: hours,
 * stars out of 5, achievement progress. Apps are skipped.
 */
export const xbox: Source = (cells) => {
  const platform = cell(cells, 'Platform');
  if (/\bapp\b/i.test(platform)) return gathered({ title: { problem: 'Not a game: an app.' } });
  return gathered({
    ...readTitleAndYear(cell(cells, 'Game name')),
    status: statusOf(cells),
    rating: readRating(cell(cells, 'My Rating'), 5),
    hours_played: readTimePlayed(cell(cells, 'Hours Played')),
    platform_id: readPlatform(platform),
  });
};

/** All achievements outweigh the user's own status. */
function statusOf(cells: Cells): Read<Status> {
  if (Number.parseFloat(cell(cells, 'My Completion Percentage')) >= 100 || cell(cells, 'Completion Date') !== '') {
    return { value: 'completed' };
  }
  return readStatus(cell(cells, 'Play Status'));
}
