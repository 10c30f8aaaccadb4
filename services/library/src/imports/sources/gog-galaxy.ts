import type { PlatformId } from '@nightshelf/contracts/library-entry.ts';
import type { Read } from './read-values.ts';
import { readPlatform, readRating, readTags, readTimePlayed, readTitleAndYear } from './read-values.ts';
import { cell, gathered, type Source } from './source.ts';

/**
 * CSV that GOG-Galaxy-Export-Script writes from GOG Galaxy's database: minutes, ratings out of 5, two list notations.
 */
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

/** Splits a list that the script joined with the file's delimiter or wrote as a Python literal: {'a', "b's"}, ['a']. */
function listIn(text: string): string[] {
  if (!/^[{[]/.test(text)) return text.split(/[,;|\t\n]/).map((one) => one.trim());
  return Array.from(text.matchAll(/'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"/g), ([, single, double]) =>
    (single ?? double ?? '').replace(/\\(.)/g, '$1'),
  );
}

/** PC stores, which its platform list also contains. */
const storesOfPc = new Set(
  'GOG,Steam,Epic Games Store,Origin,Uplay,Battle.net,Itch.io,Humble Bundle,Amazon,Rockstar Games Launcher'.split(','),
);

/** Returns the first known platform. */
function platformOf(names: readonly string[]): Read<PlatformId> {
  for (const name of names) {
    const read = readPlatform(storesOfPc.has(name) ? 'PC' : name);
    if ('value' in read && read.value !== null) return read;
  }
  return { value: null };
}
