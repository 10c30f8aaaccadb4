import type { PlatformId } from '@nightshelf/contracts/library-entry.ts';
import {
  linesOf,
  type Read,
  readDate,
  readGuid,
  readPlatform,
  readRating,
  readStatus,
  readTags,
  readTimePlayed,
  readTitleAndYear,
} from './read-values.ts';
import { type Cells, cell, gathered, type Source } from './source.ts';

/**
 * Playnite libraries from the add-ons Library Exporter, Library Exporter Advanced (both English CSV) and Json Library
 * Import Export: seconds, scores out of 100. Categories become tags; Playnite's tags come from stores and are ignored.
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

/** Ignores the two statuses that Playnite sets by itself, since they only mean that the game is owned. */
const chosen = (status: string) => (/^(not )?played$/i.test(status.trim()) ? '' : status);

/** Ids of the Playnite extensions for stores whose game numbers the catalog knows. */
const stores: Readonly<Record<string, string>> = {
  'cb91dfc9-b977-43bf-8e70-55f46e410fab': 'steam',
  'aebe8b7c-6dc3-4a66-af31-e6125c6b5e9e': 'gog',
};

const guidOf = (plugin: string, game: string) =>
  stores[plugin] !== undefined && /^\d{1,12}$/.test(game) ? `${stores[plugin]}-${game}` : '';

/** Returns the platform if it is the only one; of several, the owned one is unknown. */
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
