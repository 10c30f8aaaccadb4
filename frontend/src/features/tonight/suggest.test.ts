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
const playing = (name: string, hours: number | null = null) => entry(name, { status: 'playing', hours_played: hours });

/** Story lengths in hours, by name. */
const stories =
  (hours: Readonly<Record<string, number>>) =>
  (guid: string): number | null =>
    hours[guid] === undefined ? null : hours[guid] * 60;

const summaryOf = (suggestions: ReturnType<typeof suggestionsOf>) =>
  suggestions.map(({ entry: { guid }, kind, left }) => [kind, guid, left]);

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
  expect(summaryOf(suggestionsOf(vault, () => null, anyTime, today)).map(([, name]) => name)).toEqual([
    'B 9',
    'Old',
    'B 10',
    'New',
  ]);
});

test('omits completed, dropped, merely owned and unreleased games', () => {
  const vault = [
    entry('Done', { status: 'completed' }),
    entry('Dropped', { status: 'dropped' }),
    entry('Owned', { status: 'collection' }),
    entry('Coming', { game: aGame({ guid: 'Coming', name: 'Coming', original_release_date: '2026-11-24' }) }),
    entry('Undated', { game: aGame({ guid: 'Undated', name: 'Undated', original_release_date: null }) }),
    entry('Today', { game: aGame({ guid: 'Today', name: 'Today', original_release_date: today }) }),
  ];
  expect(summaryOf(suggestionsOf(vault, () => null, anyTime, today)).map(([, name]) => name)).toEqual([
    'Today',
    'Undated',
  ]);
});

test('suggests a game with a partial release date unless its year or month is yet to come', () => {
  const released = (name: string, partial_release_date: string) =>
    entry(name, { game: aGame({ guid: name, name, original_release_date: null, partial_release_date }) });
  const vault = [released('1992', '1992'), released('November', '2026-11'), released('December', '2026-12')];
  const names = summaryOf(suggestionsOf([...vault, released('2027', '2027')], () => null, anyTime, today));
  expect(names.map(([, name]) => name)).toEqual(['1992', 'November']);
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
  const names = (platform: number) =>
    summaryOf(suggestionsOf(vault, () => null, { ...anyTime, platform }, today)).map(([, name]) => name);
  expect(names(157)).toEqual(['Elsewhere', 'On Switch', 'Open']);
  expect(names(94)).toEqual(['Elsewhere', 'On PC', 'Open', 'PC only']);
  expect(names(1)).toEqual([]);
});
