import fc from 'fast-check';
import { expect, test } from 'vitest';
import { guardedCell, joinedTags, splitTags, unguardedCell } from './whole-vault.ts';

const cell = fc.oneof(fc.string({ unit: fc.constantFrom("'", '=', '@', '-', '＝', 'a', '\t') }), fc.string());

test.each(['=cmd|calc', '+1', '-2', '@SUM(A1)', '\t=1', '＝1', "'=1"])(
  'guards %j against execution in spreadsheets',
  (text) => {
    expect(guardedCell(text)).toBe(`'${text}`);
  },
);

test.each(["Baldur's Gate", "'Allo", '.hack', '', '007'])('leaves %j unchanged', (text) => {
  expect(guardedCell(text)).toBe(text);
});

test('reads a guarded cell back unchanged', () => {
  fc.assert(fc.property(cell, (text) => unguardedCell(guardedCell(text)) === text));
});

test('joins and splits tags without loss', () => {
  const tag = fc.string({ unit: fc.constantFrom('|', '\\', 'a', ' ', ','), minLength: 1 });
  fc.assert(fc.property(fc.array(tag), (tags) => void expect(splitTags(joinedTags(tags))).toEqual(tags)));
});
