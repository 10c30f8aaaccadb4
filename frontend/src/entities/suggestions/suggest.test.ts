import { expect, test } from 'vitest';
import { aGame, anEntry } from '../../test/builders.ts';
import { ownGames, suggestionsFor } from './suggest.ts';
import { marked } from './suggestion-line.tsx';
import { likeness, wordsOf } from './words.ts';

const stored = (guid: string, name: string) => aGame({ guid, name });
const vault = (...names: string[]) =>
  Object.fromEntries(
    names.map((name, at) => [`own-${at}`, anEntry({ guid: `own-${at}`, game: stored(`own-${at}`, name) })]),
  );
const nothing = { entries: {}, stored: [], isCurrent: true, recent: [] };
const suggested = (given: Partial<Parameters<typeof suggestionsFor>[0]> & { typed: string }) =>
  suggestionsFor({ ...nothing, ...given }).map((one) => (one.kind === 'recent' ? `? ${one.query}` : one.game.name));

test.each([
  ['Zelda', 'zelda', 3],
  ['Zelda II', 'zel', 2],
  ['The Legend of Zelda', 'zel leg', 1],
  ['Pokémon Red', 'pokemon r', 2],
  ["Assassin's Creed", 'assassins', 2],
  ['NieR:Automata', 'auto', 1],
  ['Zelda', 'elda', 0],
  ['Zelda', '%', 0],
])('rates %s for %s as %i', (name, typed, like) => {
  expect(likeness(name, wordsOf(typed))).toBe(like);
});

test('returns the best own games first, up to the limit', () => {
  const sequels = ['3', '4', '5', '6'].map((number) => `Zelda ${number}`);
  const found = ownGames(vault('The Legend of Zelda', ...sequels, 'Zelda', 'Mario'), 'zelda');
  expect(found.map(({ game }) => game.name)).toEqual(['Zelda', ...sequels]);
  const [older, newer] = ownGames(vault('The Legend of Zelda', 'Zelda II'), 'zelda').map(({ game }) => game.name);
  expect([older, newer]).toEqual(['Zelda II', 'The Legend of Zelda']);
});

test('lists own games, then stored ones without duplicates, then recent searches', () => {
  const entries = vault('Zelda');
  const options = suggestionsFor({
    typed: 'zel',
    entries,
    stored: [stored('own-0', 'Zelda'), stored('3', 'Zelda II')],
    isCurrent: true,
    recent: ['zelda ii', 'doom', 'ZEL'],
  });
  expect(options).toMatchObject([
    { kind: 'own', entry: { guid: 'own-0' } },
    { kind: 'stored', game: { guid: '3' } },
    { kind: 'recent', query: 'zelda ii' },
  ]);
});

test('marks a stored game that is in the vault, even if the vault would not have offered it', () => {
  const entries = vault('Final Fantasy VII');
  const options = suggestionsFor({ ...nothing, typed: 'ff7', entries, stored: [stored('own-0', 'Final Fantasy VII')] });
  expect(options).toMatchObject([{ kind: 'stored', entry: { guid: 'own-0' } }]);
});

test('shows only still matching games of the previous response while a new one is in flight', () => {
  const before = [stored('1', 'Zelda'), stored('2', 'Zebra')];
  expect(suggested({ typed: 'zel', stored: before, isCurrent: false })).toEqual(['Zelda']);
  // A spelling corrected by the server counts for the current text.
  expect(suggested({ typed: 'zleda', stored: before, isCurrent: true })).toEqual(['Zelda', 'Zebra']);
});

test('suggests nothing for one letter, and recent searches for an empty text', () => {
  const recent = ['zelda', 'doom'];
  expect(suggested({ typed: 'z', entries: vault('Zelda'), recent })).toEqual([]);
  expect(suggested({ typed: ' ', entries: vault('Zelda'), recent })).toEqual(['? zelda', '? doom']);
});

test.each([
  ['The Legend of Zelda', 'leg zel', 'The [Leg]end of [Zel]da'],
  ['Pokémon', 'poke', '[Poké]mon'],
  ["Assassin's Creed", 'assassins c', "[Assassin's] [C]reed"],
  ['ゼルダの伝説', 'ゼル', '[ゼル]ダの伝説'],
  ['🎮 Zelda', 'zelda', '🎮 [Zelda]'],
  ['Zelda', 'xx', 'Zelda'],
])('highlights, in %s, %s', (name, typed, shown) => {
  const parts = marked(name, wordsOf(typed));
  expect(parts.map(({ text, isMatch }) => (isMatch ? `[${text}]` : text)).join('')).toBe(shown);
});
