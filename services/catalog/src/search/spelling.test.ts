import fc from 'fast-check';
import { expect, test } from 'vitest';
import { deletesOf, distance, isCorrectable, likeliest, normalise, wordsOf } from './normalise.ts';

test.each([
  ['zelda', 'zelda', 0],
  ['zleda', 'zelda', 1],
  ['zelda', 'zeldas', 1],
  ['zelda', 'zlda', 1],
  ['zelda', 'zelba', 1],
  ['mario', 'sonic', 4],
  ['', 'abc', 3],
])('finds %s and %s to be %i edits apart', (a, b, edits) => {
  expect(distance(a, b)).toBe(edits);
  expect(distance(b, a)).toBe(edits);
});

test.each(['zleda', 'zlda', 'zeldda', 'zelba', 'elda'])('%s shares a form with zelda', (typo) => {
  expect(deletesOf(typo).some((form) => deletesOf('zelda').includes(form))).toBe(true);
});

test('counts a surrogate pair as one letter', () => {
  const word = '\u{20bb7}\u{20bb8}\u{20bb9}\u{20bba}';
  expect(deletesOf(word).every((form) => form.isWellFormed())).toBe(true);
  expect(deletesOf(word)).toHaveLength(5);
  expect(distance(word, '\u{20bb7}\u{20bb8}\u{20bba}\u{20bb9}')).toBe(1);
});

test('prefers the fewest edits and the same first letter', () => {
  expect(likeliest('zleda', ['leda', 'zelda', 'zebra'])).toEqual(['zelda', 'leda']);
  expect(likeliest('castelvania', ['castlevania', 'transylvania'])).toEqual(['castlevania']);
  expect(likeliest('zleda', [])).toEqual([]);
});

const letters = [
  'a',
  'ß',
  'é',
  'e\u0301',
  'ゼ',
  '한',
  'ع',
  '𠮷',
  '𝒜',
  '𐐨',
  'ﷺ',
  '\ud842',
  '\udfb7',
  '\u0000',
  '\u202e',
  '🎮',
  '7',
];

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
