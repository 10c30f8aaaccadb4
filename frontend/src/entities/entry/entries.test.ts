import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { describe, expect, test } from 'vitest';
import { aGame, anEntry } from '../../test/builders.ts';
import { fold, platformNameOf } from './entry-keys.ts';
import { filterEntries } from './filter-entries.ts';
import { sortEntries } from './sort-entries.ts';

/** Creates entries of games with these names; guids follow the given order. */
const vault = (...given: readonly (readonly [name: string, rest?: Partial<LibraryEntry>])[]) =>
  given.map(([name, rest], place) => {
    const guid = `3030-${place}`;
    return anEntry({ guid, game: aGame({ guid, name }), ...rest });
  });
const names = (entries: readonly LibraryEntry[]) => entries.map(({ game }) => game.name);
const found = (entries: readonly LibraryEntry[], query: string) => names(filterEntries(entries, query));

describe('search', () => {
  const entries = vault(
    ['Pokémon Blue', { status: 'playing' }],
    ['Halo: The Master Chief Collection', { status: 'completed' }],
    ['Hades', { status: 'collection' }],
    ['<b>Bold</b>', { status: 'dropped' }],
    ['ゼルダの伝説', { status: 'want_to_play' }],
  );

  test.each([
    ['the name with spaces around the query', '  hades ', 'Hades'],
    ['a name with accents by plain letters', 'pokemon', 'Pokémon Blue'],
    ['a name in another script', 'ゼルダ', 'ゼルダの伝説'],
    ['a name with signs that mean something elsewhere', '<b>', '<b>Bold</b>'],
  ])('matches %s', (_, query, name) => expect(found(entries, query)).toEqual([name]));

  test.each(['', '   '])('%j matches every game', (query) => expect(found(entries, query)).toHaveLength(5));

  test('finds a changed entry by its current values', () => {
    const [entry] = entries;
    const changed = entry && [{ ...entry, status: 'dropped' as const }];
    expect(found(changed ?? [], 'dropped')).toEqual(['Pokémon Blue']);
  });
});

describe('sorting', () => {
  test('by title ignores case and accents and compares numbers by value', () => {
    const entries = vault(['zelda'], ['Final Fantasy 10'], ['Émile'], ['Final Fantasy 9'], ['Eagle'], ['fable']);
    const sorted = ['Eagle', 'Émile', 'fable', 'Final Fantasy 9', 'Final Fantasy 10', 'zelda'];
    expect(names(sortEntries(entries, 'title', 'newest'))).toEqual(sorted);
  });

  test.each(['newest', 'oldest'] as const)('orders games added at the same moment by title, %s first', (order) => {
    expect(names(sortEntries(vault(['B'], ['A']), 'recent', order))).toEqual(['A', 'B']);
  });

  test('by console uses its name and puts games without one last', () => {
    const pc = { platform_id: 94, platform: { id: 94, name: 'PC' } };
    const entries = vault(['none'], ['pc', pc], ['switch', { platform_id: 157 }]);
    expect(names(sortEntries(entries, 'console', 'newest'))).toEqual(['switch', 'pc', 'none']);
  });

  test('does not mutate its input', () => {
    const entries = vault(['B'], ['A']);
    sortEntries(entries, 'title', 'newest');
    expect(names(entries)).toEqual(['B', 'A']);
  });
});

describe('the platform of an entry', () => {
  test.each([
    [
      'its own name, even where the id has another',
      { platform_id: 139, platform: { id: 139, name: 'Wii U' } },
      'Wii U',
    ],
    ['the known name of its id', { platform_id: 139 }, 'PlayStation 4'],
    ['its number, when it is unknown', { platform_id: 987_654 }, 'Platform 987654'],
    ['Not Listed', { platform_id: 'not_listed' }, 'Not Listed'],
    ['nothing', {}, null],
  ] as const)('is %s', (_, given, name) => expect(platformNameOf(anEntry(given))).toBe(name));
});

test('fold leaves letters of other scripts alone', () => {
  expect(fold('Ōkami – ガンダム')).toBe(`okami – ${'ガンダム'.normalize('NFKD')}`);
});
