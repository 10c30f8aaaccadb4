import type { Game } from '@nightshelf/contracts/games.ts';
import { expect, test } from 'vitest';
import { aDetailedGame } from '../../test/builders.ts';
import { factsOf, releaseDateOf } from './game-facts.ts';

const platform = (name: string) => ({ id: null, guid: null, name, abbreviation: null });
function facts(given: Partial<Game>) {
  const game = aDetailedGame({ original_release_date: null, platforms: [], ...given });
  return Object.fromEntries(factsOf(game).map(({ label, value }) => [label, value]));
}

test.each([
  ['2017-03-03', 'March 3, 2017'],
  ['1999-01-01', 'January 1, 1999'],
  [null, 'TBA'],
  ['soon', 'TBA'],
])('shows the release date %j as %j in every time zone', (date, shown) => {
  expect(releaseDateOf(date)).toBe(shown);
});

test('shows only fallbacks when little is known', () => {
  expect(facts({})).toEqual({ 'Release Date': 'TBA', Platforms: 'Not specified' });
});

test.each([
  ['1992-06', 'June 1992'],
  ['1992', '1992'],
])('shows a game released in %s as %s', (partial_release_date, shown) => {
  expect(facts({ partial_release_date })['Release Date']).toBe(shown);
});

test('lists every known fact', () => {
  expect(
    facts({
      original_release_date: '2019-05-28',
      platforms: [platform('PC'), platform('Xbox One')],
      number_of_user_reviews: 3,
      original_game_rating: { name: 'ESRB: E10+' },
      aliases: 'OW\r\nOuter Wilds: Alpha\n\n',
    }),
  ).toEqual({
    'Release Date': 'May 28, 2019',
    Platforms: 'PC, Xbox One',
    'User Reviews': '3',
    Rating: 'ESRB: E10+',
    'Also Known As': 'OW, Outer Wilds: Alpha',
  });
});
