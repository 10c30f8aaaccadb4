import { describe, expect, it } from 'vitest';
import { catalogue } from './catalogue.ts';
import { coverIdOf, type Game, genres, guidOf, igdbIdOf } from './game.ts';
import { platformOf } from './platforms.ts';
import { searchGames } from './search.ts';

const named = (word: RegExp) => catalogue.filter(({ name }) => word.test(name)).length;

describe('catalogue', () => {
  it('is large and covers all eras', () => {
    expect(catalogue.length).toBeGreaterThanOrEqual(320);
    const decades = new Set(catalogue.map(({ released }) => released?.slice(0, 3)));
    for (const decade of ['197', '198', '199', '200', '201', '202']) expect(decades).toContain(decade);
    expect(named(/Zelda/)).toBeGreaterThanOrEqual(12);
    expect(named(/Mario/)).toBeGreaterThanOrEqual(12);
    expect(named(/Final Fantasy/)).toBeGreaterThanOrEqual(8);
  });

  it.each<[string, (game: Game) => string | number]>([
    ['guids', guidOf],
    ['IGDB ids', igdbIdOf],
    ['IGDB covers', coverIdOf],
    ['names', (game: Game) => game.name],
  ])('has no %s twice', (_, key) => {
    expect(new Set(catalogue.map(key)).size).toBe(catalogue.length);
  });

  it('describes every game completely', () => {
    for (const { name, deck, overview, genre, esrb } of catalogue) {
      expect(deck.length, name).toBeGreaterThanOrEqual(10);
      expect(overview.length, name).toBeGreaterThan(40);
      expect(genres, name).toContain(genre);
      expect(['E', 'E10', 'T', 'M', null], name).toContain(esrb);
    }
  });

  it('names only existing platforms, each once per game', () => {
    for (const { name, platforms } of catalogue) {
      expect(
        platforms.map(platformOf).filter(({ igdbId }) => igdbId === null),
        name,
      ).toEqual([]);
      expect(new Set(platforms).size, name).toBe(platforms.length);
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

describe('search', () => {
  it('ranks an exact name above a name that contains the query', () => {
    expect(searchGames('portal').map(({ name }) => name)).toEqual(['Portal', 'Portal 2']);
  });

  it('finds nothing for blank text or punctuation', () => {
    expect(searchGames('   ')).toEqual([]);
    expect(searchGames('!?')).toEqual([]);
  });
});
