import { expect, test } from 'vitest';
import { type Candidate, matchOf } from './match.ts';

const given = (said: Partial<Parameters<typeof matchOf>[0]> = {}) => ({
  guid: null,
  year: null,
  platform_id: null,
  ...said,
});
const game = (guid: string, year: number | null = null, more: Partial<Candidate> = {}): Candidate => ({
  guid,
  year,
  platforms: [],
  is_own: false,
  ...more,
});

const known = (candidates: readonly Candidate[], more: Partial<Parameters<typeof matchOf>[1]> = {}) => ({
  candidates,
  isGuidKnown: false,
  ...more,
});

test('an identifier that is known decides, whatever else is', () => {
  const row = given({ guid: 'igdb-1' });
  expect(matchOf(row, known([game('igdb-2')], { chosen: 'igdb-3', isGuidKnown: true }))).toMatchObject({
    match: 'exact',
    guid: 'igdb-1',
  });
});

test('one of elsewhere is taken, but for a game of that name and year', () => {
  const row = given({ guid: '3030-1', year: 2001 });
  expect(matchOf(row, known([]))).toMatchObject({ match: 'exact', guid: '3030-1' });
  expect(matchOf(row, known([game('igdb-2', 2011)]))).toMatchObject({ match: 'exact', guid: '3030-1' });
  expect(matchOf(row, known([game('igdb-2', 2001)]))).toMatchObject({ match: 'exact', guid: 'igdb-2' });
});

test('what was chosen before is meant again, also that such games are left out', () => {
  expect(matchOf(given(), known([game('a')], { chosen: 'b' }))).toMatchObject({ match: 'chosen', guid: 'b' });
  expect(matchOf(given(), known([game('a')], { chosen: null }))).toMatchObject({ match: 'left_out', guid: null });
});

test.each([
  ['the only one of its name', given(), [game('a', 2001)]],
  ['the only one of its name and year', given({ year: 2001 }), [game('b', 2011), game('a', 2001)]],
  ['one that came out elsewhere the year before', given({ year: 2001 }), [game('a', 2000)]],
])('%s is sure', (_, row, candidates) => {
  expect(matchOf(row, known(candidates))).toMatchObject({ match: 'exact', guid: 'a' });
});

test.each([
  ['of several the one in the vault', given(), [game('b', 1990), game('a', 2001, { is_own: true })]],
  [
    'of several the one on that platform',
    given({ platform_id: 94 }),
    [game('b', 1990), game('a', 2001, { platforms: [94] })],
  ],
  ['of several the oldest', given(), [game('b', 2011), game('a', 2001), game('c')]],
  ['one of another year', given({ year: 1985 }), [game('a', 2001)]],
])('%s is likely', (_, row, candidates) => {
  expect(matchOf(row, known(candidates))).toMatchObject({ match: 'likely', guid: 'a' });
});

test('a name that is nearly the same is never sure, and of another year only offered', () => {
  const near = [game('sub', 2015), game('whole', 2015, { is_whole: true })];
  expect(matchOf(given(), known([], { near }))).toEqual({ match: 'likely', guid: 'whole', alternatives: ['sub'] });
  expect(matchOf(given({ year: 2001 }), known([], { near }))).toEqual({
    match: 'none',
    guid: null,
    alternatives: ['whole', 'sub'],
  });
  expect(matchOf(given(), known([game('a')], { near }))).toMatchObject({ match: 'exact', guid: 'a' });
});

test('the others are offered', () => {
  expect(matchOf(given(), known([game('b', 2011), game('a', 2001)])).alternatives).toEqual(['b']);
  expect(matchOf(given(), known([]))).toEqual({ match: 'none', guid: null, alternatives: [] });
});

test('what several others have chosen is likely, never sure, and of another year only offered', () => {
  const others = [
    { guid: 'most', year: 2011 },
    { guid: 'some', year: null },
  ];
  const offered = { match: 'likely', guid: 'most', alternatives: ['some'], by_others: true };
  expect(matchOf(given(), known([], { others }))).toEqual(offered);
  expect(matchOf(given({ year: 2010 }), known([], { others }))).toEqual(offered);
  expect(matchOf(given({ year: 2001 }), known([], { others }))).toMatchObject({ guid: 'some', alternatives: ['most'] });
  expect(matchOf(given({ year: 2001 }), known([], { others: others.slice(0, 1) }))).toEqual({
    match: 'none',
    guid: null,
    alternatives: ['most'],
  });
  const unsure = [game('a', 2001), game('b', 2002)];
  expect(matchOf(given(), known(unsure, { others }))).toEqual({ ...offered, alternatives: ['some', 'a', 'b'] });
  expect(matchOf(given(), known([], { near: [game('most')], others }))).toEqual(offered);
  const sure = { match: 'exact', guid: 'a', alternatives: ['most', 'some'] };
  expect(matchOf(given(), known([game('a')], { others }))).toEqual(sure);
  expect(matchOf(given(), known([game('a')], { chosen: 'b', others }))).toMatchObject({ match: 'chosen', guid: 'b' });
  expect(matchOf(given({ guid: 'c' }), known([], { others, isGuidKnown: true }))).toMatchObject({ guid: 'c' });
});
