import type { GameSummary } from '@nightshelf/contracts/games.ts';
import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { expect, test } from 'vitest';
import { aGame, anEntry } from '../../test/builders.ts';
import { suggestionsOf } from './suggest.ts';

const today = '2026-11-23';
const anyTime = { minutes: 90, platform: null };

/** @param added day of November */
const entry = (name: string, given: Partial<LibraryEntry> = {}, added = 1): LibraryEntry =>
  anEntry({
    game: aGame({ guid: name, name }),
    date_added: `2026-11-${String(added).padStart(2, '0')}T10:00:00.000Z`,
    ...given,
  });
const dated = (name: string, dates: Partial<GameSummary>) =>
  entry(name, { game: aGame({ guid: name, name, original_release_date: null, ...dates }) });
const playing = (name: string, hours: number | null = null) => entry(name, { status: 'playing', hours_played: hours });

/** Story lengths in hours, by name. */
const stories =
  (hours: Readonly<Record<string, number>>) =>
  (guid: string): number | null =>
    hours[guid] === undefined ? null : hours[guid] * 60;

const summaryOf = (suggestions: ReturnType<typeof suggestionsOf>) =>
  suggestions.map(({ entry: { guid }, kind, left }) => [kind, guid, left]);

/** Names of the suggestions when no length is known. */
const namesOf = (vault: readonly LibraryEntry[], platform: number | null = null) =>
  suggestionsOf(vault, () => null, { ...anyTime, platform }, today).map(({ entry: { guid } }) => guid);

test('cycles through games to finish, to continue and to begin', () => {
  const vault = [
    entry('Short', {}, 9),
    entry('Waits longest', {}, 2),
    entry('Waits less', {}, 3),
    playing('Nearly there', 19),
    playing('Halfway', 20),
    playing('Begun', 5),
  ];
  const story = stories({ Short: 1, 'Nearly there': 20, Halfway: 40, Begun: 10, 'Waits less': 30 });
  expect(summaryOf(suggestionsOf(vault, story, anyTime, today))).toEqual([
    ['finish', 'Nearly there', 60],
    ['continue', 'Begun', 300],
    ['begin', 'Waits longest', null],
    ['finish', 'Short', 60],
    ['continue', 'Halfway', 1200],
    ['begin', 'Waits less', 1800],
  ]);
  expect(summaryOf(suggestionsOf(vault.toReversed(), story, anyTime, today))).toEqual(
    summaryOf(suggestionsOf(vault, story, anyTime, today)),
  );
});

test('suggests finishing a game only if the available time suffices', () => {
  const vault = [playing('A', 10)];
  const story = stories({ A: 12 });
  expect(suggestionsOf(vault, story, anyTime, today)[0]?.kind).toBe('continue');
  expect(suggestionsOf(vault, story, { ...anyTime, minutes: 120 }, today)[0]?.kind).toBe('finish');
});

test('suggests a game played longer than its story as almost finished', () => {
  const vault = [playing('Long since', 50), playing('Unknown')];
  expect(summaryOf(suggestionsOf(vault, stories({ 'Long since': 40 }), anyTime, today))).toEqual([
    ['continue', 'Long since', 0],
    ['continue', 'Unknown', null],
  ]);
});

test('orders games of unknown length by name when played, otherwise by time waiting', () => {
  const vault = [entry('New', {}, 20), entry('Old', {}, 1), playing('B 10'), playing('B 9')];
  expect(namesOf(vault)).toEqual(['B 9', 'Old', 'B 10', 'New']);
});

test('omits completed, dropped, merely owned and unreleased games', () => {
  const vault = [
    entry('Done', { status: 'completed' }),
    entry('Dropped', { status: 'dropped' }),
    entry('Owned', { status: 'collection' }),
    dated('Coming', { original_release_date: '2026-11-24' }),
    dated('Undated', {}),
    dated('Today', { original_release_date: today }),
  ];
  expect(namesOf(vault)).toEqual(['Today', 'Undated']);
});

test('suggests a game with a partial release date unless its year or month is yet to come', () => {
  const vault = ['1992', '2026-11', '2026-12', '2027'].map((date) => dated(date, { partial_release_date: date }));
  expect(namesOf(vault)).toEqual(['1992', '2026-11']);
});

test('matches the platform of the entry, or those of the game when the entry has none', () => {
  const both = [
    { id: 157, guid: null, name: 'Nintendo Switch', abbreviation: 'NSW' },
    { id: 94, guid: null, name: 'PC', abbreviation: 'PC' },
  ];
  const on = (name: string, platform_id: LibraryEntry['platform_id']) =>
    entry(name, { platform_id, game: aGame({ guid: name, name, platforms: both }) });
  const vault = [
    on('On PC', 94),
    on('On Switch', 157),
    on('Open', null),
    on('Elsewhere', 'not_listed'),
    entry('PC only'),
  ];
  expect(namesOf(vault, 157)).toEqual(['Elsewhere', 'On Switch', 'Open']);
  expect(namesOf(vault, 94)).toEqual(['Elsewhere', 'On PC', 'Open', 'PC only']);
  expect(namesOf(vault, 1)).toEqual([]);
});
