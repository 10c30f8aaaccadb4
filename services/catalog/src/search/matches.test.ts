import { expect, test } from 'vitest';
import { Matches } from './find-matches.ts';

const match = (guid: string, tier: number, fame = 0, name = guid) => ({ guid, tier, fame, name });

test('sorts by tier, then fame, then name', () => {
  const matches = new Matches(10);
  matches.add([match('d', 1), match('c', 0, 1), match('b', 0, 5), match('a2', 0, 1, 'b'), match('a1', 0, 1, 'a')]);
  expect(matches.guids()).toEqual(['b', 'a1', 'a2', 'c', 'd']);
});

test('keeps a game once, at its first place', () => {
  const matches = new Matches(2);
  matches.add([match('a', 2, 3), match('a', 2, 0)]);
  expect(matches.enough).toBe(false);
  matches.add([match('a', 3), match('b', 3), match('c', 3)]);
  expect(matches.enough).toBe(true);
  expect(matches.guids()).toEqual(['a', 'b']);
});
