import type { PlatformId } from '@nightshelf/contracts/library-entry.ts';
import { readDate } from './read-date.ts';
import { readTimePlayed } from './read-hours.ts';
import { readGuid, readTags, readTitleAndYear } from './read-names.ts';
import { readPlatform } from './read-platform.ts';
import { readRating } from './read-rating.ts';
import { readStatus } from './read-status.ts';
import { linesOf, type Read } from './read-values.ts';
import { type Cells, cell, gathered, type Source } from './source.ts';

/**
 * A library of Playnite as its add-ons write it: Library Exporter and Library Exporter Advanced (CSV, English) and Json Library
 * Import Export. Time is in seconds, scores are out of 100. The user's categories become tags; its tags are the stores', and are left.
 */
export const playnite: Source = (cells) => {
  const either = (...columns: readonly string[]) => columns.map((column) => cell(cells, column)).find(Boolean) ?? '';
  const seconds = either('Playtime', 'Time Played');
  return gathered({
    ...readTitleAndYear(
      cell(cells, 'Name'),
      either('ReleaseDate.Year', 'ReleaseDate.ReleaseDate', 'ReleaseDate', 'Release Date'),
    ),
    guid: readGuid(guidOf(cell(cells, 'PluginId').toLowerCase(), cell(cells, 'GameId'))),
    status: readStatus(chosen(either('CompletionStatus.Name', 'CompletionStatus', 'Completion Status'))),
    rating: readRating(either('UserScore', 'User Score'), 100),
    hours_played: readTimePlayed(seconds && `${seconds} s`),
    platform_id: platformOf(cells),
    tags: readTags([...linesOf(cell(cells, 'Categories[].Name')), ...cell(cells, 'Categories').split(/[,;|]/)]),
    date_added: readDate(cell(cells, 'Added')),
  });
};

/** Two that Playnite sets by itself, for whatever was never started and whatever was: they say that a game is owned, no more. */
const chosen = (status: string) => (/^(not )?played$/i.test(status.trim()) ? '' : status);

/** Playnite's extensions for stores whose numbers others know. */
const stores: Readonly<Record<string, string>> = {
  'cb91dfc9-b977-43bf-8e70-55f46e410fab': 'steam',
  'aebe8b7c-6dc3-4a66-af31-e6125c6b5e9e': 'gog',
};

const guidOf = (plugin: string, game: string) =>
  stores[plugin] !== undefined && /^\d{1,12}$/.test(game) ? `${stores[plugin]}-${game}` : '';

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
