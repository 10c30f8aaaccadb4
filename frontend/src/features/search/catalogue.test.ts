import { expect, test } from 'vitest';
import { sourceOf } from './catalogue.ts';
import { searchTexts } from './texts.ts';

const catalogue = { version: '2026-11-28', games: 46_000 };
const igdb = { name: 'igdb', answers: true } as const;
const wikidata = { name: 'wikidata', answers: true } as const;

test('names the first provider with covers that answers', () => {
  expect(sourceOf({ catalogue, providers: [wikidata, igdb] })).toMatchObject({ name: 'IGDB' });
});

test('names the offline catalog while no provider with covers answers', () => {
  const source = { kind: 'catalogue', games: 46_000 };
  expect(sourceOf({ catalogue, providers: [wikidata] })).toEqual(source);
  expect(sourceOf({ catalogue, providers: [{ ...igdb, answers: false }] })).toEqual(source);
  expect(searchTexts.offlineCatalogue(46_000)).toBe(
    'Offline catalog: 46,000 games. Add an IGDB key for covers and descriptions.',
  );
});

test('names Wikidata where no catalogue is loaded, and nothing without either', () => {
  expect(sourceOf({ catalogue: null, providers: [wikidata] })).toMatchObject({ name: 'Wikidata' });
  expect(sourceOf({ catalogue: null, providers: [] })).toBeNull();
});
