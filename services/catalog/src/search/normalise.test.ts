import { expect, test } from 'vitest';
import { normalise } from './normalise.ts';

test.each([
  ['Pokémon™: Let’s Go, Pikachu!', 'pokemon lets go pikachu'],
  ['PAC-MAN', 'pac man'],
  ['NieR:Automata', 'nier automata'],
  ['  Røki & Śuchy  Æther ', 'roki and suchy aether'],
  ["Assassin's Creed®", 'assassins creed'],
  ['100% _wild_ \\cards', '100 wild cards'],
  ['Ⅷ ﬁnal', 'viii final'],
  ['?!', ''],
  ['Sam & Max Hit the Road', 'sam and max hit the road'],
  ['F.E.A.R. 2: Project Origin', 'fear 2 project origin'],
  ['S.T.A.L.K.E.R: Clear Sky', 'stalker clear sky'],
  ['Dr. Mario', 'dr mario'],
  ['N++', 'n++'],
  ['Portal +', 'portal'],
  ['1 + 1', '1 1'],
])('normalises %s to %s', (text, normalised) => {
  expect(normalise(text)).toBe(normalised);
  expect(normalise(normalised)).toBe(normalised);
});

test('keeps the letters of any script', () => {
  expect(normalise('ゼルダの伝説')).toBe(normalise('ゼルダの伝説'.normalize('NFD')));
  expect(normalise('Ёлки')).toBe('елки');
});

test('keeps keys within the size of an index entry', () => {
  expect(Buffer.byteLength(normalise('界'.repeat(5000)))).toBeLessThan(2704);
});

test('cuts a key between characters', () => {
  const key = normalise(`a${'\u{20bb7}'.repeat(200)}`);
  expect(key.length).toBe(299);
  expect(key.isWellFormed()).toBe(true);
});
