import { expect, test } from 'vitest';
import { Selection } from './selection.ts';

const order = ['a', 'b', 'c', 'd', 'e'];

const after = (deed: (selection: Selection) => void) => {
  const selection = new Selection();
  deed(selection);
  return [...selection.guids()].sort().join('');
};

test('a range goes from what was touched last, in either direction, also where that was taken away', () => {
  expect(after((s) => [s.toggle('b'), s.extendTo('d', order)])).toBe('bcd');
  expect(after((s) => [s.toggle('d'), s.extendTo('b', order)])).toBe('bcd');
  expect(after((s) => [s.toggle('a'), s.toggle('b'), s.toggle('b'), s.extendTo('c', order)])).toBe('abc');
});

test('a range that begins at a game which is no longer shown is that one game', () => {
  expect(after((s) => [s.toggle('z'), s.extendTo('c', order)])).toBe('cz');
  expect(after((s) => [s.extendTo('c', order)])).toBe('c');
});

test('whoever looks at it hears of each change, and of none where there is none', () => {
  const selection = new Selection();
  let heard = 0;
  const leave = selection.subscribe(() => {
    heard += 1;
  });
  selection.clear();
  selection.toggle('a');
  selection.clear();
  leave();
  selection.toggle('a');
  expect(heard).toBe(2);
});
