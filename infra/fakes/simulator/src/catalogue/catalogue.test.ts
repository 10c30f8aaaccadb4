import { describe, expect, it } from 'vitest';
import { catalogue, coverIdOf, type Game, guidOf, igdbIdOf } from './games.ts';
import { searchGames } from './search.ts';

describe('catalogue', () => {
  it.each<[string, (game: Game) => string | number]>([
    ['guids', guidOf],
    ['IGDB ids', igdbIdOf],
    ['IGDB covers', coverIdOf],
    ['names', (game: Game) => game.name],
  ])('has no %s twice', (_, key) => {
    expect(new Set(catalogue.map(key)).size).toBe(catalogue.length);
  });
});

it.each([
  ['portal', ['Portal', 'Portal 2']],
  ['wild breath', ['The Legend of Zelda: Breath of the Wild']],
  ['biohazard 4', ['Resident Evil 4']],
  ['ghost of yotei', ['Ghost of Yōtei']],
  ['zlda', []],
  ['   ', []],
  ['!?', []],
])('finds games for %j by whole words, prefixes and aliases', (query, expected) => {
  expect(
    searchGames(query)
      .map(({ name }) => name)
      .slice(0, 2),
  ).toEqual(expected.length > 0 ? expect.arrayContaining(expected) : []);
});
