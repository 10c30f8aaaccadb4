import type { LibraryEntry } from '@nightshelf/contracts';
import { expect, test } from 'vitest';
import { libraryActions, librarySlice } from '../../entities/library/slice.ts';
import { aGame, anEntry } from '../../testing/builders.ts';
import { type Arrangement, selectConsoles, selectShown } from './selectors.ts';

const entry = (guid: string, name: string, given: Partial<LibraryEntry> = {}) =>
  anEntry({ id: guid, guid, game: aGame({ guid, name }), ...given });
const pc = { platform_id: 94, platform: { id: 94, name: 'PC' } } as const;
const entries = [
  entry('3030-1', 'Zelda', { platform_id: 157 }),
  entry('3030-2', 'Hades', { ...pc, status: 'playing' }),
  entry('3030-3', 'Abzu', { ...pc, status: 'dropped' }),
  entry('3030-4', 'Braid'),
];
const stateOf = (given: readonly LibraryEntry[]) => ({
  library: librarySlice.reducer(
    undefined,
    libraryActions.changed({ entries: given, reached: { at: 0, cursor: null } }),
  ),
});
const state = stateOf(entries);
const byTitle: Arrangement = { sort: 'title', order: 'newest', console: null, query: '' };
const shown = (arrangement: Partial<Arrangement>, from = state) =>
  selectShown(from, { ...byTitle, ...arrangement }).map(({ game }) => game.name);

test('search and sort work together', () => {
  expect(shown({ query: 'a' })).toEqual(['Abzu', 'Braid', 'Hades', 'Zelda']);
  expect(shown({ query: 'd', sort: 'status' })).toEqual(['Hades', 'Braid', 'Zelda', 'Abzu']);
});

test('the console filter applies when sorting by console', () => {
  expect(shown({ sort: 'console', console: 'PC' })).toEqual(['Abzu', 'Hades']);
  expect(shown({ sort: 'console', console: 'PC', query: 'hades' })).toEqual(['Hades']);
});

test.each(['title', 'rating', 'status', 'recent'] as const)(
  'the console filter does nothing when sorting by %s',
  (sort) => {
    expect(shown({ sort, console: 'PC' })).toHaveLength(4);
  },
);

test('consoles are those in the vault, each once, in alphabetical order', () => {
  expect(selectConsoles(state)).toEqual(['Nintendo Switch', 'PC']);
});

test('when the last game on the chosen console has gone, all are shown again', () => {
  const without = stateOf(entries.filter(({ platform_id }) => platform_id !== 94));
  expect(shown({ sort: 'console', console: 'PC' }, without)).toEqual(['Zelda', 'Braid']);
});

test('an edit moves a game to its new place at once', () => {
  const [zelda] = entries;
  if (!zelda) throw new Error('no entry');
  const library = librarySlice.reducer(
    state.library,
    libraryActions.changed({
      queued: [
        { kind: 'update', key: 'k', order: 1, guid: zelda.guid, tab: 't', base: zelda, changes: { status: 'playing' } },
      ],
    }),
  );
  expect(shown({ sort: 'status' }, { library })).toEqual(['Hades', 'Zelda', 'Braid', 'Abzu']);
});

test('the same list comes back until something changes', () => {
  const arrangement = { ...byTitle, query: 'a' };
  expect(selectShown(state, arrangement)).toBe(selectShown({ ...state }, { ...arrangement }));
});
