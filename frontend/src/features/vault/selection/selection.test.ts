import { expect, test } from 'vitest';
import { Selection } from './selection.tsx';

const order = ['a', 'b', 'c', 'd', 'e'];

const after = (deed: (selection: Selection) => void) => {
  const selection = new Selection();
  deed(selection);
  return [...selection.guids()].sort().join('');
};

test('selects a range from the last touched game in either direction, even if it was deselected', () => {
  expect(after((s) => [s.toggle('b'), s.extendTo('d', order)])).toBe('bcd');
  expect(after((s) => [s.toggle('d'), s.extendTo('b', order)])).toBe('bcd');
  expect(after((s) => [s.toggle('a'), s.toggle('b'), s.toggle('b'), s.extendTo('c', order)])).toBe('abc');
});

test('selects only the target when the start of the range is no longer shown', () => {
  expect(after((s) => [s.toggle('z'), s.extendTo('c', order)])).toBe('cz');
  expect(after((s) => [s.extendTo('c', order)])).toBe('c');
});

test('notifies subscribers of real changes only', () => {
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
