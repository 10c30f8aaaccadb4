import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { expect, test } from 'vitest';
import { anEntry } from '../../test/builders.ts';
import { libraryActions, librarySlice } from './slice.ts';
import { emptyShelf } from './sync/delta.ts';

test('does not iterate over the vault when it opens or when one entry changes', () => {
  let looks = 0;
  const { game, ...rest } = anEntry({ guid: '3030-1' });
  const kept: LibraryEntry = Object.defineProperty({ ...rest, game }, 'game', {
    enumerable: true,
    get: () => {
      looks += 1;
      return game;
    },
  });
  const opened = librarySlice.reducer(
    undefined,
    libraryActions.opened({ ...emptyShelf, saved: { '3030-1': kept }, at: 0 }),
  );
  expect([opened.status, looks]).toEqual(['ready', 0]);
  const changed = librarySlice.reducer(opened, libraryActions.changed({ entries: [anEntry({ guid: '3030-2' })] }));
  expect([Object.keys(changed.entries), looks]).toEqual([['3030-1', '3030-2'], 0]);
});
