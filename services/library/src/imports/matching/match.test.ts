import type { GameCandidate } from '@nightshelf/contracts/import-candidates.ts';
import { expect, test } from 'vitest';
import { matchOf } from './match-rows.ts';

const game = (guid: string, year: number | null = null, more: Partial<GameCandidate> = {}): GameCandidate => ({
  ...{ guid, year, platforms: [], prominence: 3, is_alias: false, is_whole: true },
  ...more,
});

interface Given {
  readonly year?: number;
  readonly platform_id?: number;
  readonly by_id?: string;
  readonly named?: readonly GameCandidate[];
  readonly near?: readonly GameCandidate[];
  readonly chosen?: string | null;
  readonly own?: readonly string[];
}

const match = ({ year, platform_id, by_id, named = [], near = [], own = [], ...more }: Given) =>
  matchOf(
    { year: year ?? null, platform_id: platform_id ?? null },
    { candidates: { by_id: by_id ?? null, named: [...named], near: [...near] }, own: new Set(own), ...more },
  );

test('matches the game with the given id', () => {
  expect(match({ by_id: 'a', named: [game('b')], chosen: 'c' })).toMatchObject({ match: 'exact', guid: 'a' });
});

test('matches the game that the user chose for that name before', () => {
  expect(match({ named: [game('a')], chosen: 'b' })).toMatchObject({ match: 'chosen', guid: 'b' });
  expect(match({ named: [game('a')], chosen: null })).toMatchObject({ match: 'left_out', guid: null });
});

test.each<[string, Given]>([
  ['the only game of its name', { named: [game('a', 2001)] }],
  ['the only game of its name and year', { year: 2001, named: [game('b', 2011), game('a', 2001)] }],
  ['a game that came out elsewhere a year before', { year: 2001, named: [game('a', 2000)] }],
  ['the well-known game of a name', { named: [game('b', 1984, { prominence: 0 }), game('a', 2007)] }],
  [
    'the well-known game and not one that only a provider has',
    { named: [game('b', 2019, { prominence: 0.5 }), game('a', 2007)] },
  ],
  ['the only game of its name that a provider has', { named: [game('a', 2019, { prominence: 0.5 })] }],
  ['a little known game of that year', { year: 1984, named: [game('a', 1984, { prominence: 0 }), game('b', 2007)] }],
])('matches %s exactly', (_, given) => {
  expect(match(given)).toMatchObject({ match: 'exact', guid: 'a' });
});

test.each<[string, Given]>([
  ['the game in the vault', { named: [game('b', 1990), game('a', 2001)], own: ['a'] }],
  ['a little known game in the vault', { named: [game('b', 1990), game('a', 2001, { prominence: 0 })], own: ['a'] }],
  ['the game on that platform', { platform_id: 94, named: [game('b', 1990), game('a', 2001, { platforms: [94] })] }],
  ['the better known game', { named: [game('b', 1990), game('a', 2001, { prominence: 5 })] }],
  ['a little known game of that name alone', { named: [game('a', 1984, { prominence: 0 })] }],
  ['a game of nearly that name', { near: [game('a', 2001)] }],
])('treats %s as likely', (_, given) => {
  expect(match(given)).toMatchObject({ match: 'likely', guid: 'a' });
});

test.each<[string, Given]>([
  ['of another year', { year: 2018, named: [game('a', 2005)] }],
  ['of nearly that name and another year', { year: 2018, near: [game('a', 2005)] }],
])('only offers a game %s', (_, given) => {
  expect(match(given)).toMatchObject({ match: 'none', guid: null, alternatives: ['a'] });
});

test('offers the other games of that name', () => {
  const { alternatives } = match({ year: 2018, named: [game('a', 2018), game('b', 2005)] });
  expect(alternatives).toEqual(['b']);
});
