import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { platformNames } from '@nightshelf/contracts/platforms/platform-names.ts';
import platforms from '@nightshelf/contracts/platforms/platforms.json' with { type: 'json' };
import { z } from 'zod';
import genreNames from './genres.json' with { type: 'json' };
import { type SourceGame, slugOf } from './source-game.ts';

/** Genres of the curated list, with Wikidata's names for them; any other word is a typo. */
export const genres: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(genreNames));

const platformIds: ReadonlyMap<string, number> = new Map(platforms.map(({ id, abbreviation }) => [abbreviation, id]));

const names = (cell: string) =>
  cell
    .split(';')
    .map((name) => name.trim())
    .filter(Boolean);

/**
 * Reads the curated list.
 * @throws Error with file and line for a line that breaks the rules of curated/README.md
 */
export function readCurated(folder: string): SourceGame[] {
  const games: SourceGame[] = [];
  const seen = new Map<string, string>();
  for (const file of readdirSync(folder)
    .filter((name) => name.endsWith('.txt'))
    .sort()) {
    for (const [at, line] of readFileSync(join(folder, file), 'utf8').split('\n').entries()) {
      if (line.trim() === '' || line.startsWith('#')) continue;
      const place = `${file}:${at + 1}`;
      const game = curatedGame(line, place);
      const key = `${slugOf(game.name)} ${game.released ?? ''}`;
      const before = seen.get(key);
      if (before !== undefined) throw new Error(`${place}: ${game.name} is in ${before} already`);
      seen.set(key, place);
      games.push(game);
    }
  }
  return games;
}

/** @param place the line's location, for the error message */
export function curatedGame(line: string, place: string): SourceGame {
  const fault = (message: string) => new Error(`${place}: ${message}`);
  const cells = line.split('|').map((cell) => cell.trim());
  if (cells.length !== 9) throw fault(`${cells.length} columns instead of 9`);
  const [name = '', released = '', onPlatforms = '', developers = '', publishers = '', kinds = '', series = ''] = cells;
  const [aliases = '', prominence = ''] = cells.slice(7);
  if (name === '') throw fault('the name is missing');
  if (!/^(TBA|\d{4}(-\d\d(-\d\d)?)?)$/.test(released)) throw fault(`"${released}" is not a date`);
  if (released !== 'TBA' && !isDate(released)) throw fault(`"${released}" is not a date`);
  const ids = onPlatforms.split(/\s+/).map((abbreviation) => {
    const id = platformIds.get(abbreviation);
    if (id === undefined) throw fault(`"${abbreviation}" is not a platform`);
    if (!platformNames.has(id)) throw fault(`platform ${id} has no name`);
    return id;
  });
  const unknown = names(kinds).find((genre) => !genres.has(genre));
  if (unknown !== undefined) throw fault(`"${unknown}" is not a genre`);
  if (!/^[1-5]$/.test(prominence)) throw fault(`prominence is "${prominence}" instead of 1 to 5`);
  return {
    name,
    aliases: names(aliases),
    released: released === 'TBA' ? undefined : released,
    platforms: [...new Set(ids)],
    developers: names(developers),
    publishers: names(publishers),
    genres: names(kinds),
    series: names(series),
    prominence: Number(prominence),
    ids: [],
    sources: ['curated'],
  };
}

/** Returns whether the day exists, or the first day of the month or year. */
const isDate = (text: string) => z.iso.date().safeParse(`${text}-01-01`.slice(0, 10)).success;
