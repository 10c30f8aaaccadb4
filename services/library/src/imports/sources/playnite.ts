import type { PlatformId } from '@nightshelf/contracts';
import { readTags, readTitle, readYear } from './read-names.ts';
import { linesOf, type Read, readDate, readHours, readPlatform, readRating, readStatus } from './read-values.ts';
import { type Cells, cell, gathered, type Source } from './source.ts';

/**
 * A library of Playnite as its add-ons write it: Library Exporter and Library Exporter Advanced (CSV, English) and Json Library
 * Import Export. Time is in seconds, scores are out of 100. The user's categories become tags; its tags are the stores', and are left.
 */
export const playnite: Source = (cells) => {
  const either = (...columns: readonly string[]) => columns.map((column) => cell(cells, column)).find(Boolean) ?? '';
  const { title } = readTitle(cell(cells, 'Name'));
  return gathered({
    title,
    year: readYear(either('ReleaseDate.Year', 'ReleaseDate.ReleaseDate', 'ReleaseDate', 'Release Date')),
    status: readStatus(chosen(either('CompletionStatus.Name', 'CompletionStatus', 'Completion Status'))),
    rating: readRating(either('UserScore', 'User Score'), 100),
    hours_played: hoursIn(either('Playtime', 'Time Played')),
    platform_id: platformOf(cells),
    tags: readTags([...linesOf(cell(cells, 'Categories[].Name')), ...cell(cells, 'Categories').split(/[,;|]/)]),
    date_added: addedAt(cell(cells, 'Added')),
  });
};

/** Two that Playnite sets by itself, for whatever was never started and whatever was: they say that a game is owned, no more. */
const chosen = (status: string) => (/^(not )?played$/i.test(status.trim()) ? '' : status);

/** A game that was never started has 0 seconds, which says nothing. */
const hoursIn = (seconds: string): Read<number> =>
  seconds.trim() === '0' ? { value: null } : readHours(seconds && `${seconds} s`);

/** That of a game with one alone: of several nobody knows which is owned. */
function platformOf(cells: Cells): Read<PlatformId> {
  const names = [
    ...linesOf(cell(cells, 'Platforms[].Name')),
    ...cell(cells, 'Platforms').split(/[,;|]/),
    cell(cells, 'Platform'),
  ].filter((name) => name.trim() !== '');
  const [only = '', other] = names;
  return other === undefined
    ? readPlatform(only.trim().replace(/^(Microsoft|Sony) (?=Xbox|PlayStation)/, ''))
    : { value: null };
}

/** Tables have it as the computer writes dates, of which nobody can tell the day from the month: only the form of JSON is read. */
const addedAt = (text: string): Read<string> =>
  /^\d{4}-\d\d-\d\dT/.test(text) ? readDate(text.replace(/(\.\d{6})\d+/, '$1')) : { value: null };
