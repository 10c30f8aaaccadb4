import fc from 'fast-check';
import { expect, test } from 'vitest';
import { deletesOf, isCorrectable, likeliest, normalise, searchKeys, titleKeys, wordsOf } from './normalise.ts';

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

test('reads the year in brackets behind a title', () => {
  expect(titleKeys('God of War (2018)')).toMatchObject({ names: ['godofwar2018', 'godofwar'], year: 2018 });
  expect(titleKeys('2048')).toMatchObject({ names: ['2048'], year: null });
});

test.each([
  ['Final Fantasy VII', 'FINAL FANTASY Ⅶ'],
  ['Final Fantasy VII', 'Final Fantasy 7'],
  ['Legend of Zelda, The: Ocarina of Time', 'The Legend of Zelda: Ocarina of Time'],
  ['The Elder Scrolls V: Skyrim Special Edition', 'The Elder Scrolls V: Skyrim'],
  ['The Elder Scrolls V - Skyrim', 'The Elder Scrolls V: Skyrim'],
  ['Resident Evil 2 Remake', 'Resident Evil 2'],
  ['The Witcher 3: Wild Hunt – Game of the Year Edition', 'The Witcher 3: Wild Hunt'],
  ['Hades Ⅱ', 'Hades 2'],
])('gives %s and %s the same key', (written, title) => {
  expect(titleKeys(written).loose).toBe(titleKeys(title).loose);
});

test('keeps titles apart that only look like editions', () => {
  expect(titleKeys('Rebel Galaxy Outlaw').loose).not.toBe(titleKeys('Rebel Galaxy').loose);
  expect(titleKeys('N++').names).not.toEqual(titleKeys('N+').names);
});

test('keeps the words of a title that consists of edition words', () => {
  expect(titleKeys('Remaster').short).toBe('remaster');
  expect(titleKeys('The').loose).not.toBe('');
});

test('limits the size of keys, however many aliases a game has', () => {
  const aliases = Array.from({ length: 400 }, (_, at) => `alias number ${at}`).join('\n');
  const keys = searchKeys({ name: 'x', aliases });
  expect(keys.aliases.length).toBeLessThanOrEqual(30);
  expect(keys.text.length).toBeLessThanOrEqual(2000);
});

test('prefers the fewest edits and the same first letter', () => {
  expect(likeliest('zleda', ['leda', 'zelda', 'zebra'])).toEqual(['zelda', 'leda']);
  expect(likeliest('castelvania', ['castlevania', 'transylvania'])).toEqual(['castlevania']);
  expect(likeliest('zleda', [])).toEqual([]);
});

const letters = [...'aßéゼ한ع𠮷𝒜𐐨ﷺ🎮7', 'e\u0301', '\ud842', '\udfb7', '\u0000', '\u202e'];

test('keeps no lone surrogates, and corrects no known word', () => {
  const text = fc.array(fc.constantFrom(...letters), { maxLength: 30 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, text, (one, other) => {
      const [words, others] = [one, other].map((given) => wordsOf(normalise(given)).filter(isCorrectable));
      for (const word of words ?? []) {
        expect(deletesOf(word).filter((form) => !form.isWellFormed())).toEqual([]);
        expect(likeliest(word, [...(others ?? []), word])[0]).toBe(word);
      }
    }),
  );
});
