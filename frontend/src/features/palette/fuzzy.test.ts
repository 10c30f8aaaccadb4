import { expect, test } from 'vitest';
import { fuzzy } from './fuzzy.ts';

const best = (typed: string, ...texts: string[]) =>
  texts
    .map((text) => ({ text, score: fuzzy(text, typed) }))
    .filter(({ score }) => score !== null)
    .sort((a, b) => (b.score ?? 0) - (a.score ?? 0))
    .map(({ text }) => text);

const all = ['Vault', 'Vault as a list', 'Profile', 'Sign out', 'Switch to light theme', 'Log an hour: Zelda'];

test.each([
  ['vault', ['Vault', 'Vault as a list']],
  ['list', ['Vault as a list']],
  ['val', ['Vault', 'Vault as a list']],
  ['so', ['Sign out']],
  ['sot', ['Sign out']],
  ['theme', ['Switch to light theme']],
  ['LOG ze', ['Log an hour: Zelda']],
  ['%', all],
  ['xyz', []],
])('finds the commands for %s', (typed, found) => {
  expect(best(typed, ...all)).toEqual(expect.arrayContaining(found));
  expect(best(typed, ...all)[0]).toBe(found[0]);
});

test('rejects letters scattered over the text', () => {
  expect(fuzzy('Switch to light theme', 'site')).toBeNull();
});
