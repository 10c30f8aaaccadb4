import { expect, test } from 'vitest';
import { grouvee } from './grouvee.ts';

const options = { rating_of: 10, status: 'collection' } as const;

function read(names: readonly string[], dates: readonly object[] = []) {
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
  expect(read(names)).toEqual({ status, tags });
});

test.each([
  ['Main Story', [], 'completed'],
  ['100% Completion', [], 'completed'],
  ['Main Story', ['Wish List'], 'want_to_play'],
  ['None', [], null],
  [null, [], null],
])('reads the level %j on the shelves %j as %j', (level_of_completion, names, status) => {
  const dates = [{ date_started: '2021-01-01', date_finished: '2021-02-01', level_of_completion }];
  expect(read(names, dates).status).toBe(status);
});

test('ignores a play time of a few minutes', () => {
  const dates = (seconds_played: number) => JSON.stringify([{ seconds_played }]);
  const hours = (seconds: number) => grouvee({ name: 'x', dates: dates(seconds) }, options).given.hours_played;
  expect([0, 240, 900, 5400].map(hours)).toEqual([null, null, 0.5, 1.5]);
});
