import { linesOf, readGuid, readRating, readStatus, readTimePlayed, readTitleAndYear } from './read-values.ts';
import { type Cells, cell, gathered, type Source } from './source.ts';

/**
 * Backloggd has no export. Reads CSV of Game Library Exporter and Backloggd CSV Exporter (stars out of 5) and JSON of
 * Backloggd Data Transfer (ratings out of 10). Games are IGDB's.
 */
export const backloggd: Source = (cells) => {
  const id = cell(cells, 'game_id');
  const isTransfer = cells['log.status'] !== undefined || cells['log.is_play'] !== undefined;
  const rated = isTransfer
    ? readRating(firstSaid(linesOf(cell(cells, 'playthroughs[].rating'))), 10)
    : readRating(cell(cells, 'user_rating') || cell(cells, 'Rating'), 5);
  return gathered({
    ...readTitleAndYear(cell(cells, 'title') || cell(cells, 'Title'), cell(cells, 'release_date')),
    guid: readGuid(id && `igdb-${id}`),
    status: readStatus(
      isTransfer ? logged(cells) : cell(cells, 'status') || cell(cells, 'Status') || backlogged(cells),
    ),
    rating: rated,
    hours_played: readTimePlayed(timeOf(cells)),
  });
};

const firstSaid = (lines: readonly string[]) => lines.find((line) => line !== '' && line !== '0') ?? '';

const backlogged = (cells: Cells) => (cell(cells, 'Backlog') === 'Yes' ? 'backlog' : '');

/** A game can be in several lists; the status of a played one tells how it ended. */
function logged(cells: Cells): string {
  const isIn = (list: string) => cell(cells, `log.${list}`) === 'true';
  if (isIn('is_playing')) return 'playing';
  if (isIn('is_play')) return cell(cells, 'log.status') || 'played';
  if (isIn('is_backlog')) return 'backlog';
  return isIn('is_wishlist') ? 'wishlist' : cell(cells, 'log.status');
}

/** Returns the game's total time, or that of its first playthrough. */
function timeOf(cells: Cells): string {
  const said = (hours: string, minutes: string) =>
    [hours && `${hours} h`, minutes && `${minutes} min`].join(' ').trim();
  const [hours = ''] = linesOf(cell(cells, 'playthroughs[].hours_played'));
  const [minutes = ''] = linesOf(cell(cells, 'playthroughs[].mins_played'));
  return said(cell(cells, 'log.total_hours'), cell(cells, 'log.total_minutes')) || said(hours, minutes);
}
