import { guardedCell, vaultColumns } from '@nightshelf/contracts/whole-vault.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyEntry } from '../../../test/any-entry.ts';
import { cellsOf } from '../../exports/exported-entries.ts';
import { grouvee } from './grouvee.ts';
import { howLongToBeat } from './howlongtobeat.ts';
import { nightshelf } from './sources.ts';

const options = { rating_of: 10, status: 'collection' } as const;

test('reads back every exported field', () => {
  fc.assert(
    fc.property(anyEntry, (exported) => {
      const { platform, ...rest } = exported.platform_id === null ? { ...exported, platform: null } : exported;
      const cells = Object.fromEntries(
        cellsOf({ ...rest, platform }).map((cell, at) => [vaultColumns[at] ?? '', guardedCell(cell)]),
      );
      const { given, problems } = nightshelf(cells, options);
      expect(problems).toEqual([]);
      expect(given).toEqual({ ...rest, tags: rest.tags.length > 0 ? rest.tags : null });
    }),
  );
});

test('reports cells that a spreadsheet broke and reads the rest', () => {
  const cells = {
    title: 'Tetris (1984)',
    guid: 'no guid',
    status: '???',
    rating: '12',
    hours_played: '-1',
    platform_id: 'x',
  };
  const { given, problems } = nightshelf(cells, options);
  expect(given).toMatchObject({ title: 'Tetris (1984)', year: 1984, guid: null, status: null, rating: null });
  expect(problems).toEqual([
    '"no guid" does not identify a game.',
    '"???" is not a known status.',
    'The rating "12" is not between 0 and 10.',
    '"-1" is not a number of hours.',
  ]);
});

function readGrouvee(names: readonly string[], dates: readonly object[] = []) {
  const shelves = JSON.stringify(Object.fromEntries(names.map((name) => [name, {}])));
  const { given, problems } = grouvee({ name: 'Tetris', shelves, dates: JSON.stringify(dates) }, options);
  expect(problems).toEqual([]);
  return { status: given.status, tags: given.tags };
}

test.each([
  [['Finished'], 'completed', null],
  [['Backlog', 'Finished'], 'completed', null],
  [['Played', 'Completed', 'Cozy'], 'completed', ['Cozy']],
  [['Playing', 'Owned'], 'playing', ['Owned']],
  [['Collection', 'Cozy'], 'collection', ['Cozy']],
  [['Cozy', '__proto__'], null, ['Cozy', '__proto__']],
])('reads the shelves %j as %j', (names, status, tags) => {
  expect(readGrouvee(names)).toEqual({ status, tags });
});

test.each([
  ['Main Story', [], 'completed'],
  ['100% Completion', [], 'completed'],
  ['Main Story', ['Wish List'], 'want_to_play'],
  ['None', [], null],
  [null, [], null],
])('reads the level %j on the shelves %j as %j', (level_of_completion, names, status) => {
  const dates = [{ date_started: '2021-01-01', date_finished: '2021-02-01', level_of_completion }];
  expect(readGrouvee(names, dates).status).toBe(status);
});

test('reads no status from the dates when the shelves are unreadable', () => {
  const dates = JSON.stringify([{ level_of_completion: 'Main Story' }]);
  const { given, problems } = grouvee({ name: 'Tetris', shelves: '{', dates }, options);
  expect([given.status, problems]).toEqual([null, ['The shelves of this game are unreadable.']]);
});

test('ignores a play time of a few minutes', () => {
  const dates = (seconds_played: number) => JSON.stringify([{ seconds_played }]);
  const hours = (seconds: number) => grouvee({ name: 'x', dates: dates(seconds) }, options).given.hours_played;
  expect([0, 240, 900, 5400].map(hours)).toEqual([null, null, 0.5, 1.5]);
});

const readHowLongToBeat = (cells: Readonly<Record<string, string>>) =>
  howLongToBeat({ Title: 'Tetris', ...cells }, options);

test('reports a mark that is neither yes nor no, and keeps the other marks', () => {
  expect(readHowLongToBeat({ Backlog: 'maybe', Retired: '✓', Paused: 'soon', Priority: '✓' })).toMatchObject({
    given: { status: 'dropped', tags: ['Priority'] },
    problems: [
      'The mark "maybe" in the list Backlog is neither yes nor no.',
      'The mark "soon" in the list Paused is neither yes nor no.',
    ],
  });
});

test('ignores other columns of HowLongToBeat as lists', () => {
  expect(readHowLongToBeat({ Storefront: 'Steam', 'General Notes': 'X', Playthrough: '1', Updated: '' })).toMatchObject(
    {
      given: { tags: null },
      problems: [],
    },
  );
});
