import type { Status } from '@nightshelf/contracts/library-entry.ts';
import type { Read } from './read-values.ts';
import { readPlatform, readRating, readStatus, readTimePlayed, readTitleAndYear } from './read-values.ts';
import { type Cells, cell, gathered, type Source } from './source.ts';

/** Sony has no export. Reads the tables of psnstats and psn-game-scrapper, which query played games. */
export const psn: Source = (cells) =>
  gathered({
    ...readTitleAndYear(cell(cells, 'title')),
    status: statusOf(cells),
    rating: readRating(cell(cells, 'userScore'), 10),
    hours_played: readTimePlayed(cell(cells, 'playtime_hours') || cell(cells, 'hours')),
    platform_id: readPlatform(cell(cells, 'system') || cell(cells, 'platform')),
  });

/** A platinum trophy, or all trophies, means completed. */
function statusOf(cells: Cells): Read<Status> {
  const isWhole = cell(cells, 'platinum') === 'true' || Number(cell(cells, 'completion_progress')) >= 100;
  return isWhole ? { value: 'completed' } : readStatus(cell(cells, 'status'));
}
