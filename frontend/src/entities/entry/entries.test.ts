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
    ['', 5],
    ['   ', 5],
    ['nothing like this', 0],
  ])('%j leaves %i games', (query, count) => expect(found(entries, query)).toHaveLength(count));

  test.each([
    ['the name in any case', 'hADes', 'Hades'],
    ['the name with spaces around the query', '  hades ', 'Hades'],
    ['a name with accents by plain letters', 'pokemon', 'Pokémon Blue'],
    ['a name in another script', 'ゼルダ', 'ゼルダの伝説'],
    ['a name with signs that mean something elsewhere', '<b>', '<b>Bold</b>'],
    ['the status as it is shown', 'want to', 'ゼルダの伝説'],
    ['the status as it is stored', 'want_to_play', 'ゼルダの伝説'],
    ['the status in any case', 'DROPPED', '<b>Bold</b>'],
  ])('matches %s', (_, query, name) => expect(found(entries, query)).toEqual([name]));

  test('"play" matches both statuses that contain it', () => {
    expect(found(entries, 'play')).toEqual(['Pokémon Blue', 'ゼルダの伝説']);
  });

  test.each(['collection', 'Collection', ' COLLECTION '])('%j matches the status only, never a name', (query) => {
    expect(found(entries, query)).toEqual(['Hades']);
  });

  test('matches names by a part of the word', () => {
    expect(found(entries, 'collectio')).toEqual(['Halo: The Master Chief Collection', 'Hades']);
  });

  test('finds a changed entry by its current values', () => {
    const [entry] = entries;
    const changed = entry && [{ ...entry, status: 'dropped' as const }];
    expect(found(changed ?? [], 'dropped')).toEqual(['Pokémon Blue']);
  });
});

describe('sorting', () => {
  const added = (year: number) => ({ date_added: `${year}-01-01T00:00:00.000Z` });
  const byAge = vault(['old', added(2024)], ['new', added(2026)], ['middle', added(2025)]);
  const atOnce = vault(['B'], ['A']);

  test.each<[string, readonly LibraryEntry[], Parameters<typeof sortEntries>[1], 'newest' | 'oldest', string]>([
    [
      'by title ignores case and accents and compares numbers by value',
      vault(['zelda'], ['Final Fantasy 10'], ['Émile'], ['Final Fantasy 9'], ['Eagle'], ['fable']),
      'title',
      'newest',
      'Eagle,Émile,fable,Final Fantasy 9,Final Fantasy 10,zelda',
    ],
    [
      'by rating puts the best first and unrated games last, ties by title',
      vault(['B', { rating: 7 }], ['None'], ['Best', { rating: 10 }], ['A', { rating: 7 }]),
      'rating',
      'newest',
      'Best,A,B,None',
    ],
    [
      'by status follows the specified order',
      vault(
        ...(['dropped', 'collection', 'completed', 'want_to_play', 'playing'] as const).map(
          (status) => [status, { status }] as const,
        ),
      ),
      'status',
      'newest',
      'playing,want_to_play,completed,collection,dropped',
    ],
    ['by date added puts the newest first', byAge, 'recent', 'newest', 'new,middle,old'],
    ['by date added puts the oldest first', byAge, 'recent', 'oldest', 'old,middle,new'],
    ['orders games added at the same moment by title', atOnce, 'recent', 'newest', 'A,B'],
    ['orders games added at the same moment by title, oldest first', atOnce, 'recent', 'oldest', 'A,B'],
    [
      'by console uses its name and puts games without one last',
      vault(['none'], ['switch', { platform_id: 157 }], ['pc', { platform_id: 94, platform: { id: 94, name: 'PC' } }]),
      'console',
      'newest',
      'switch,pc,none',
    ],
  ])('%s', (_, entries, sort, order, expected) =>
    expect(names(sortEntries(entries, sort, order)).join()).toBe(expected),
  );

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
