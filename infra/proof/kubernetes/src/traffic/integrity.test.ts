import { expect, test } from 'vitest';
import { integrityOf } from './integrity.ts';

const sound = { acknowledged: 5, attempted: 5, stored: 5, seen: 5, entries: 1 };

test.each([
  ['all as acknowledged', sound, { lost: 0, doubled: 0, unequal: 0 }],
  [
    'stored without an answer',
    { ...sound, attempted: 5.5, stored: 5.5, seen: 5.5 },
    { lost: 0, doubled: 0, unequal: 0 },
  ],
  ['an acknowledged write is gone', { ...sound, stored: 4.5, seen: 4.5 }, { lost: 1, doubled: 0, unequal: 0 }],
  ['more than was ever sent', { ...sound, stored: 6, seen: 6 }, { lost: 0, doubled: 1, unequal: 0 }],
  ['an entry twice', { ...sound, entries: 2 }, { lost: 0, doubled: 1, unequal: 0 }],
  ['others see an older state', { ...sound, seen: 4 }, { lost: 0, doubled: 0, unequal: 1 }],
])('%s', (_, row, expected) => {
  expect(integrityOf([sound, row])).toEqual(expected);
});
