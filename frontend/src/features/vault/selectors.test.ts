import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { describe, expect, test } from 'vitest';
import { libraryActions, librarySlice } from '../../entities/library/slice.ts';
import { aGame, anEntry } from '../../test/builders.ts';
import { readFilters } from './filters/filters.ts';
import { type Kind, kinds } from './filters/kinds.ts';
import { type Arrangement, selectFacets, selectNarrowed, selectShown } from './selectors.ts';

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
const byTitle: Arrangement = { sort: 'title', order: 'newest', console: null, query: '', filters: {} };
const shown = (arrangement: Partial<Arrangement>, from = state) =>
  selectShown(from, { ...byTitle, ...arrangement }).map(({ game }) => game.name);

test('combines search and order', () => {
  expect(shown({ query: 'a' })).toEqual(['Abzu', 'Braid', 'Hades', 'Zelda']);
  expect(shown({ query: 'd', sort: 'status' })).toEqual(['Hades', 'Braid', 'Zelda', 'Abzu']);
});

test('shows all games when the last one on the chosen console is gone', () => {
  const without = stateOf(entries.filter(({ platform_id }) => platform_id !== 94));
  expect(shown({ sort: 'console', console: 'PC' }, without)).toEqual(['Zelda', 'Braid']);
});

test('returns the same list until something changes', () => {
  const arrangement = { ...byTitle, query: 'a' };
  expect(selectShown(state, arrangement)).toBe(selectShown({ ...state }, { ...arrangement }));
});

describe('filters', () => {
  const switchOn = { platform_id: 157, platform: { id: 157, name: 'Nintendo Switch' } } as const;
  const dated = (guid: string, name: string, date: string | null, given: Partial<LibraryEntry>) =>
    entry(guid, name, { ...given, game: aGame({ guid, name, original_release_date: date }) });
  const vault = stateOf([
    dated('3030-1', 'Abzu', '2016-08-02', { ...pc, status: 'playing', rating: 9, hours_played: 4.5 }),
    dated('3030-2', 'Braid', '2008-08-06', { ...pc, status: 'completed', rating: 7, hours_played: 5 }),
    dated('3030-3', 'Celeste', '2018-01-25', { ...switchOn, status: 'playing', hours_played: 0, is_shared: true }),
    dated('3030-4', 'Doom', null, { status: 'dropped', rating: 4, hours_played: 100 }),
  ]);
  const narrowed = (address: string, given: Partial<Arrangement> = {}) =>
    selectNarrowed(vault, { ...byTitle, filters: readFilters(new URLSearchParams(address)), ...given });
  const titles = (address: string, given: Partial<Arrangement> = {}) =>
    shown({ filters: readFilters(new URLSearchParams(address)), ...given }, vault);
  const countOf = (kind: Kind, id: string, address: string, given: Partial<Arrangement> = {}) => {
    const value = selectFacets(vault).facets[kind].byId.get(id);
    return value && narrowed(address, given).counts[value.number];
  };

  test('filter a game with a partial release date by its year and decade', () => {
    const game = aGame({ name: 'Lemmings', original_release_date: null, partial_release_date: '1991' });
    const lemmings = stateOf([entry('cat-lemmings-1991', 'Lemmings', { game })]);
    for (const year of ['1991', '1990s']) {
      expect(shown({ filters: readFilters(new URLSearchParams(`-year=${year}`)) }, lemmings)).toEqual([]);
    }
  });

  test.each<[string, readonly string[]]>([
    ['status=playing,dropped', ['Abzu', 'Celeste', 'Doom']],
    ['status=playing&platform=pc', ['Abzu']],
    ['-status=playing', ['Braid', 'Doom']],
    ['status=playing&-platform=pc', ['Celeste']],
    ['platform=none', ['Doom']],
    ['rating=9-10,1-4', ['Abzu', 'Doom']],
    ['-rating=none', ['Abzu', 'Braid', 'Doom']],
    ['year=2010s', ['Abzu', 'Celeste']],
    ['year=2018,2000s', ['Braid', 'Celeste']],
    ['year=2010s&-year=2018', ['Abzu']],
    ['year=none', ['Doom']],
    ['hours=none', ['Celeste']],
    ['hours=under-5,over-100', ['Abzu', 'Doom']],
    ['hours=5-20', ['Braid']],
    ['shared=yes', ['Celeste']],
    ['status=unheard-of&platform=gameboy&colour=red', ['Abzu', 'Braid', 'Celeste', 'Doom']],
  ])('for %s show only %j', (address, expected) => expect(titles(address)).toEqual(expected));

  test('narrow the results of search and console', () => {
    expect(titles('status=playing', { query: 'b' })).toEqual(['Abzu']);
    expect(titles('-status=playing', { sort: 'console', console: 'PC' })).toEqual(['Braid']);
  });

  test('count the games with a value that match everything else', () => {
    expect(countOf('status', 'playing', 'platform=pc', { query: 'braid' })).toBe(0);
    // A hidden value counts the games that showing it would restore.
    expect(countOf('platform', 'pc', 'status=playing&-platform=pc')).toBe(1);
  });

  test('report how many games each cause alone hides', () => {
    expect(Object.fromEntries(narrowed('status=playing&platform=pc', { query: 'doom' }).held)).toEqual({ query: 1 });
    expect(Object.fromEntries(narrowed('status=completed&platform=pc', { query: 'abzu' }).held)).toEqual({
      status: 1,
      query: 1,
    });
  });

  test('count the same as a plain search of the vault', () => {
    const address = 'status=playing,dropped&-rating=none&hours=under-5,over-100,none';
    const filters = readFilters(new URLSearchParams(address));
    for (const kind of kinds) {
      const others = { ...filters, [kind]: undefined };
      for (const { id } of selectFacets(vault).facets[kind].values) {
        const alone = { ...others, [kind]: { only: [id], not: filters[kind]?.not ?? [] } };
        if (filters[kind]?.not.includes(id)) continue;
        expect(countOf(kind, id, address), `${kind} ${id}`).toBe(shown({ filters: alone }, vault).length);
      }
    }
  });
});
