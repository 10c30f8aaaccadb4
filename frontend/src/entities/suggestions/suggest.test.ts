import { expect, test } from 'vitest';
import { aGame, anEntry } from '../../testing/builders.ts';
import { marked } from './marked.ts';
import { ownGames, suggestionsFor } from './suggest.ts';
import { likeness, wordsOf } from './words.ts';

const stored = (guid: string, name: string) => aGame({ guid, name });
const vault = (...names: string[]) =>
  Object.fromEntries(
    names.map((name, at) => [`own-${at}`, anEntry({ guid: `own-${at}`, game: stored(`own-${at}`, name) })]),
  );
const nothing = { entries: {}, stored: [], isCurrent: true, recent: [] };
const said = (given: Partial<Parameters<typeof suggestionsFor>[0]> & { typed: string }) =>
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
])('%s answers to %s: %i', (name, typed, like) => {
  expect(likeness(name, wordsOf(typed))).toBe(like);
});

test('of the own games the best come first, and no more than there is room for', () => {
  const entries = vault('The Legend of Zelda', 'Zelda II', 'Zelda', 'Mario');
  expect(ownGames(entries, 'zelda').map(({ game }) => game.name)).toEqual(['Zelda', 'Zelda II', 'The Legend of Zelda']);
  expect(ownGames(entries, 'zelda', 1)).toHaveLength(1);
});

test('own games come first, then stored ones, each once, then what was searched for', () => {
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

test('a stored game that is in the vault says so, though the vault alone would not have offered it', () => {
  const entries = vault('Final Fantasy VII');
  const options = suggestionsFor({ ...nothing, typed: 'ff7', entries, stored: [stored('own-0', 'Final Fantasy VII')] });
  expect(options).toMatchObject([{ kind: 'stored', entry: { guid: 'own-0' } }]);
});

test('while the answer to more letters is on its way, of the last one only what still fits is shown', () => {
  const before = [stored('1', 'Zelda'), stored('2', 'Zebra')];
  expect(said({ typed: 'zel', stored: before, isCurrent: false })).toEqual(['Zelda']);
  // What the server has corrected it may say.
  expect(said({ typed: 'zleda', stored: before, isCurrent: true })).toEqual(['Zelda', 'Zebra']);
});

test('one letter suggests nothing, and nothing typed what was searched for', () => {
  const recent = ['zelda', 'doom'];
  expect(said({ typed: 'z', entries: vault('Zelda'), recent })).toEqual([]);
  expect(said({ typed: ' ', entries: vault('Zelda'), recent })).toEqual(['? zelda', '? doom']);
});

test.each([
  ['The Legend of Zelda', 'leg zel', 'The [Leg]end of [Zel]da'],
  ['Pokémon', 'poke', '[Poké]mon'],
  ["Assassin's Creed", 'assassins c', "[Assassin's] [C]reed"],
  ['ゼルダの伝説', 'ゼル', '[ゼル]ダの伝説'],
  ['🎮 Zelda', 'zelda', '🎮 [Zelda]'],
  ['Zelda', 'xx', 'Zelda'],
])('in %s, %s is marked', (name, typed, shown) => {
  const parts = marked(name, wordsOf(typed));
  expect(parts.map(({ text, isMatch }) => (isMatch ? `[${text}]` : text)).join('')).toBe(shown);
});
