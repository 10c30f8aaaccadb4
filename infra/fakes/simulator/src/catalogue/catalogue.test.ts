import { describe, expect, it } from 'vitest';
import { catalogue, coverIdOf, type Game, genres, guidOf, igdbIdOf, platformsOf } from './games.ts';
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

  it('describes every game completely', () => {
    for (const game of catalogue) {
      expect(game.deck.length, game.name).toBeGreaterThanOrEqual(10);
      expect(game.overview.length, game.name).toBeGreaterThan(40);
      expect(genres, game.name).toHaveProperty(game.genre);
      expect(['E', 'E10', 'T', 'M', null], game.name).toContain(game.esrb);
      expect(new Set(platformsOf(game)).size, game.name).toBe(game.platforms.length);
    }
  });

  it('contains only valid dates', () => {
    for (const { name, released } of catalogue) {
      if (released === null) continue;
      expect(released, name).toMatch(/^\d{4}(-\d\d(-\d\d)?)?$/);
      const whole = `${released}-01-01`.slice(0, 10);
      expect(new Date(whole).toISOString().slice(0, 10), name).toBe(whole);
    }
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
