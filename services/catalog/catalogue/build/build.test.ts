import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test, vi } from 'vitest';
import { type CatalogueGame, readCatalogue } from '../../src/catalogue/catalogue-file.ts';
import { checkGames } from './check-games.ts';
import { mergeGames, withIds } from './merge-games.ts';
import { curatedGame, readCurated } from './read-curated.ts';
import { titleOf } from './read-mame.ts';
import type { SourceGame } from './source-game.ts';
import { fetchWikidata } from './wikidata/fetch-wikidata.ts';

const line = 'Half-Life 2 | 2004-11-16 | PC XBOX | Valve | Valve | Shooter | Half-Life | HL2 | 5';
const game = (given: Partial<SourceGame>): SourceGame => ({
  ...{ name: 'Doom', aliases: [], released: '1993-12-10', platforms: [94], developers: [] },
  ...{ publishers: [], genres: [], series: [], prominence: 5, ids: [], sources: ['curated'] },
  ...given,
});

test('reads a line of the curated list', () => {
  expect(curatedGame(line, 'a:1')).toMatchObject({
    ...{ name: 'Half-Life 2', released: '2004-11-16', platforms: [94, 32], aliases: ['HL2'], prominence: 5 },
  });
});

test.each([
  ['2004-11-16', '2004-13-16', '2004-13-16'],
  ['2004-11-16', 'soon', 'not a date'],
  ['PC XBOX', 'PC ZX', '"ZX" is not a platform'],
  ['Shooter', 'Shooting', 'not a genre'],
  ['| 5', '| 6', 'prominence'],
  ['| HL2', '', 'columns'],
])('refuses a line with %s as %s', (right, wrong, message) => {
  expect(() => curatedGame(line.replace(right, wrong), 'a:1')).toThrow(message);
});

test('has at least 4,000 games and no impossible facts in the curated list', () => {
  const games = readCurated(join(import.meta.dirname, '../curated'));
  expect(games.length).toBeGreaterThanOrEqual(4000);
  expect(checkGames(withIds(mergeGames([games]), []))).toEqual([]);
});

test('ships a small file with every curated game and no impossible facts', async () => {
  const path = join(import.meta.dirname, '../catalogue.jsonl.gz');
  expect(readFileSync(path).length).toBeLessThan(15_000_000);
  const games: CatalogueGame[] = [];
  for await (const one of readCatalogue(path)) if ('id' in one) games.push(one);
  expect(checkGames(games)).toEqual([]);
  const names = new Set(games.filter(({ sources }) => sources.includes('curated')).map(({ name }) => name));
  const curated = readCurated(join(import.meta.dirname, '../curated'));
  expect(curated.map(({ name }) => name).filter((name) => !names.has(name))).toEqual([]);
  expect(games.every(({ sources }) => sources.length > 0)).toBe(true);
});

test.each([
  ['Legend of Zelda, The - A Link to the Past (USA)', 'The Legend of Zelda: A Link to the Past'],
  ['M.U.L.E.', 'M.U.L.E.'],
  ['Prehistorik (cracked)', 'Prehistorik'],
])('takes the title out of %s', (description, title) => {
  expect(titleOf(description)).toBe(title);
});

test('merges a port into its game, but keeps a remake separate', () => {
  const merged = mergeGames([
    [game({}), game({ released: '2016-05-13' })],
    [
      game({ sources: ['mame:snes/doom'], released: '1995', platforms: [9] }),
      game({ sources: ['mame:a/doom'], name: 'Doom', released: '1980' }),
    ],
  ]);
  expect(merged.map(({ released, sources }) => [released, sources])).toEqual([
    ['1993-12-10', ['curated', 'mame:snes/doom']],
    ['2016-05-13', ['curated']],
    ['1980', ['mame:a/doom']],
  ]);
});

test("keeps a game's id after any correction, and drops no id", () => {
  const first = withIds(
    mergeGames([[game({}), game({ released: '2016-05-13' }), game({ name: 'Quake', released: '1995' })]]),
    [],
  );
  expect(first.map(({ id }) => id)).toEqual(['cat-doom-1993', 'cat-doom-2016', 'cat-quake']);
  const second = withIds(
    mergeGames([[game({ name: 'Quake', released: '1996-06-22' }), game({ aliases: ['DOOM'] })]]),
    first,
  );
  expect(second.map(({ id, name, released }) => [id, name, released])).toEqual([
    ['cat-doom-1993', 'Doom', '1993-12-10'],
    ['cat-doom-2016', 'Doom', '2016-05-13'],
    ['cat-quake', 'Quake', '1996-06-22'],
  ]);
});

test.each([
  ['before its platforms', { platforms: [176] }, 'before all of its platforms'],
  ['on an unknown platform', { platforms: [9999] }, 'platform 9999 is unknown'],
])('finds a game that came out %s', (_, given, fault) => {
  const [found] = checkGames(withIds(mergeGames([[game(given)]]), []));
  expect(found).toContain(fault);
});

test('reads games from entities of Wikidata', async () => {
  vi.spyOn(console, 'log').mockReturnValue();
  const folder = mkdtempSync(join(tmpdir(), 'nightshelf-wikidata-'));
  try {
    const target = join(folder, 'wikidata.jsonl.gz');
    await fetchWikidata(target, ['--from', join(import.meta.dirname, 'wikidata/extract.jsonl')]);
    const games = gunzipSync(readFileSync(target))
      .toString()
      .trim()
      .split('\n')
      .map((text) => JSON.parse(text));
    expect(games).toMatchObject([
      {
        ...{ sources: ['wikidata:Q279446'], name: 'Portal 2', aliases: ['Portal II'], released: '2011-04-18' },
        ...{ platforms: [94, 35], developers: ['Valve'], genres: ['Puzzle'] },
        ids: ['wikidata-Q279446', 'steam-620', 'igdb-72'],
      },
      { name: 'An Early Game', released: '1984' },
      { name: 'ゼルダの伝説', released: '1986-02' },
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
