import fc from 'fast-check';
import { expect, test } from 'vitest';
import { normalise, wordsOf } from './normalise.ts';
import { deletesOf, distance, isCorrectable, likeliest } from './spelling.ts';

test.each([
  ['zelda', 'zelda', 0],
  ['zleda', 'zelda', 1],
  ['zelda', 'zeldas', 1],
  ['zelda', 'zlda', 1],
  ['zelda', 'zelba', 1],
  ['mario', 'sonic', 4],
  ['', 'abc', 3],
])('%s and %s are %i edits apart', (a, b, edits) => {
  expect(distance(a, b)).toBe(edits);
  expect(distance(b, a)).toBe(edits);
});

test.each(['zleda', 'zlda', 'zeldda', 'zelba', 'elda'])('%s shares a form with zelda', (typo) => {
  expect(deletesOf(typo).some((form) => deletesOf('zelda').includes(form))).toBe(true);
});

test('a character of two halves is one letter', () => {
  const word = '\u{20bb7}\u{20bb8}\u{20bb9}\u{20bba}';
  expect(deletesOf(word).every((form) => form.isWellFormed())).toBe(true);
  expect(deletesOf(word)).toHaveLength(5);
  expect(distance(word, '\u{20bb7}\u{20bb8}\u{20bba}\u{20bb9}')).toBe(1);
});

test('the likeliest word has the fewest edits and the same first letter', () => {
  expect(likeliest('zleda', ['leda', 'zelda', 'zebra'])).toEqual(['zelda', 'leda']);
  expect(likeliest('castelvania', ['castlevania', 'transylvania'])).toEqual(['castlevania']);
  expect(likeliest('zleda', [])).toEqual([]);
});

test('of no text are half characters kept, nor is a correction made of them', () => {
  const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 30 }), fc.constantFrom('𠮷𠮷', '𠮷𠮷𠮷𠮷𠮷', 'ab🎮cd'));
  fc.assert(
    fc.property(text, text, (one, other) => {
      const words = wordsOf(normalise(one.toWellFormed())).filter(isCorrectable);
      const areWhole = words.flatMap(deletesOf).every((form) => form.isWellFormed());
      return areWhole && words.every((word) => likeliest(word, [word, other.toWellFormed()])[0] === word);
    }),
    { numRuns: 60 },
  );
});
