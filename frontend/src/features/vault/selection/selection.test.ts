import { expect, test } from 'vitest';
import { newSelection, type Selection } from './selection.tsx';

const after = (act: (selection: Selection) => void) => {
  const selection = newSelection(() => ['a', 'b', 'c', 'd', 'e']);
  act(selection);
  return [...selection.guids()].sort().join('');
};

test('selects a range from the last touched game in either direction, even if it was deselected', () => {
  expect(after((s) => [s.pick('b'), s.pick('d', true)])).toBe('bcd');
  expect(after((s) => [s.pick('d'), s.pick('b', true)])).toBe('bcd');
  expect(after((s) => [s.pick('a'), s.pick('b'), s.pick('b'), s.pick('c', true)])).toBe('abc');
});

test('selects only the target when the start of the range is no longer shown', () => {
  expect(after((s) => [s.pick('z'), s.pick('c', true)])).toBe('cz');
  expect(after((s) => s.pick('c', true))).toBe('c');
});
