import type { VaultAction } from '@nightshelf/contracts/entry-history.ts';
import { expect, test } from 'vitest';
import { inWords, whatStays } from './texts.ts';

const at = '2026-03-01T12:00:00.000Z';

const action = (given: Partial<VaultAction>): VaultAction => ({
  step: 1,
  at,
  by: { kind: 'person' },
  games: 1,
  added: 0,
  changed: 0,
  removed: 0,
  changes: [],
  first: [{ entry_id: 'a', guid: 'g', name: 'Pong', image_url: null }],
  undo: 'possible',
  ...given,
});

test('describes an action in few words', () => {
  const completed = { field: 'status', from: 'playing', to: 'completed' } as const;
  for (const [words, given] of [
    ['Added Pong', { added: 1 }],
    ['Changed Pong', { changed: 1, changes: [completed] }],
    ['Completed 10 games', { games: 10, changed: 10, changes: [completed] }],
    ['Changed 10 games', { games: 10, changed: 10, changes: [{ field: 'tags' }] }],
    ['Removed 1,200 games', { games: 1200, removed: 1200 }],
    ['2 games added, 3 changed', { games: 5, added: 2, changed: 3 }],
  ] satisfies [string, Partial<VaultAction>][]) {
    expect(inWords(action(given))).toBe(words);
  }
});

test('explains why games stay unchanged', () => {
  expect(whatStays(action({ changed: 1 }), 1, 0)).toBe('Pong stays as it is: you changed it since.');
  expect(whatStays(action({ removed: 1 }), 1, 0)).toBe('Pong stays as it is: you added it again since.');
  const many = action({ games: 10, changed: 10 });
  expect(whatStays(many, 3, 7)).toBe('3 of 10 games stay as they are: you changed them since.');
  expect(whatStays(many, 1, 9)).toBe('1 of 10 games stays as it is: you changed it since.');
  expect(whatStays(many, 10, 0)).toBe('All of 10 games stay as they are: you changed them since.');
});
