import { readTags, readTitle, readYear } from './read-names.ts';
import { readHours, readRating } from './read-values.ts';
import { cell, gathered, type Source } from './source.ts';

/** What GOG-Galaxy-Export-Script writes of the database of GOG Galaxy: minutes, ratings out of 5, lists as Python has them. */
export const gogGalaxy: Source = (cells) => {
  const minutes = cell(cells, 'gameMins').trim();
  return gathered({
    title: readTitle(cell(cells, 'title')).title,
    year: readYear(cell(cells, 'releaseDate')),
    rating: readRating(cell(cells, 'myRating'), 5),
    // A game that was never started has 0 of them, which says nothing.
    hours_played: minutes === '0' ? { value: null } : readHours(minutes && `${minutes} min`),
    tags: readTags(listIn(cell(cells, 'tags'))),
  });
};

/** The texts of {'a', "b's"}, or of ['a']; anything else is one list with commas. */
function listIn(text: string): string[] {
  if (!/^[{[]/.test(text)) return text.split(',');
  return Array.from(text.matchAll(/'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"/g), ([, single, double]) =>
    (single ?? double ?? '').replace(/\\(.)/g, '$1'),
  );
}
