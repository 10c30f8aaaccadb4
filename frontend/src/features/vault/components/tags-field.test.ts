import { expect, test } from 'vitest';
import { withTag } from './tags-field.tsx';

test.each<[string, readonly string[], string, readonly string[]]>([
  ['a word', ['rpg'], ' short ', ['rpg', 'short']],
  ['several', [], 'rpg,,short, co-op', ['rpg', 'short', 'co-op']],
  ['one that differs by its case', ['RPG'], 'rpg', ['RPG']],
  ['nothing', ['rpg'], ' \t', ['rpg']],
  ['line breaks', [], 'one\ntwo', ['one two']],
  ['too long a one', [], 'x'.repeat(99), ['x'.repeat(40)]],
])('handles %s', (_, tags, typed, expected) => expect(withTag(tags, typed)).toEqual(expected));

test("uses the spelling of other games' tags", () => {
  expect(withTag([], 'couch', ['RPG', 'Couch'])).toEqual(['Couch']);
});

test('limits the number of tags', () => {
  const thirty = Array.from({ length: 30 }, (_, at) => `t${at}`);
  expect(withTag(thirty, 'more')).toEqual(thirty);
});
