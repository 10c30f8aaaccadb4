import { expect, test } from 'vitest';
import { anEntry } from '../../test/builders.ts';
import { inPlace, signatureOf, standsAlike } from './use-steady.ts';

const entry = (guid: string, rating = 1) => anEntry({ guid, id: guid, rating });
const list = (...entries: ReturnType<typeof entry>[]) => ({ entries, hasShared: false });

test('counts edits within an entry as no move; another order, number or box as one', () => {
  const shown = list(entry('a'), entry('b'));
  expect(standsAlike(shown, list(entry('a', 2), entry('b')))).toBe(true);
  for (const now of [list(entry('b'), entry('a')), list(entry('a')), { ...shown, hasShared: true }]) {
    expect(standsAlike(shown, now)).toBe(false);
  }
});

test('updates entries in place, and keeps removed ones as they were', () => {
  const shown = list(entry('a'), entry('b'), entry('c'));
  const now = { ...list(entry('d'), entry('c', 2), entry('a')), hasShared: true };
  expect(inPlace(shown, now)).toEqual(list(entry('a'), entry('b'), entry('c', 2)));
});

test('returns the same signature for an equal library', () => {
  expect(signatureOf([entry('a'), entry('b')])).toBe(signatureOf([entry('a'), entry('b')]));
  for (const library of [[entry('a', 2), entry('b')], [entry('a')], []]) {
    expect(signatureOf(library)).not.toBe(signatureOf([entry('a'), entry('b')]));
  }
});
