import type { PlatformId } from '@nightshelf/contracts/library-entry.ts';
import { readTimePlayed } from './read-hours.ts';
import { readTags, readTitleAndYear } from './read-names.ts';
import { readPlatform } from './read-platform.ts';
import { readRating } from './read-rating.ts';
import type { Read } from './read-values.ts';
import { cell, gathered, type Source } from './source.ts';

/** What GOG-Galaxy-Export-Script writes of the database of GOG Galaxy: minutes, ratings out of 5, lists in one of two forms. */
export const gogGalaxy: Source = (cells) => {
  const minutes = cell(cells, 'gameMins').trim();
  return gathered({
    ...readTitleAndYear(cell(cells, 'title'), cell(cells, 'releaseDate')),
    rating: readRating(cell(cells, 'myRating'), 5),
    hours_played: readTimePlayed(minutes && `${minutes} min`),
    platform_id: platformOf(listIn(cell(cells, 'platformList'))),
    tags: readTags(listIn(cell(cells, 'tags'))),
  });
};

/** The script joins lists with the delimiter of the file, or writes them as Python does: {'a', "b's"}, ['a']. */
function listIn(text: string): string[] {
  if (!/^[{[]/.test(text)) return text.split(/[,;|\t\n]/).map((one) => one.trim());
  return Array.from(text.matchAll(/'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"/g), ([, single, double]) =>
    (single ?? double ?? '').replace(/\\(.)/g, '$1'),
  );
}

/** Stores that sell games for computers: its list of platforms names stores, too. */
const storesOfPc = new Set(
  'GOG,Steam,Epic Games Store,Origin,Uplay,Battle.net,Itch.io,Humble Bundle,Amazon,Rockstar Games Launcher'.split(','),
);

/** The first one that is known here. */
function platformOf(names: readonly string[]): Read<PlatformId> {
  for (const name of names) {
    const read = readPlatform(storesOfPc.has(name) ? 'PC' : name);
    if ('value' in read && read.value !== null) return read;
  }
  return { value: null };
}
