import { expect, test } from 'vitest';
import { howLongToBeat } from './howlongtobeat.ts';

const options = { rating_of: 10, status: 'collection' } as const;
const read = (cells: Readonly<Record<string, string>>) => howLongToBeat({ Title: 'Tetris', ...cells }, options);

test.each(['X', 'x', ' X', '✓', '✔', '✔️', 'Yes', '1', 'TRUE', '●'])('treats %j as a checked mark', (mark) => {
  expect(read({ Completed: mark, Paused: mark })).toMatchObject({
    given: { status: 'completed', tags: ['Paused'] },
    problems: [],
  });
});

test.each(['', 'no', 'FALSE', '0', '--'])('treats %j as an unchecked mark', (mark) => {
  expect(read({ Completed: mark, Paused: mark })).toMatchObject({ given: { status: null, tags: null }, problems: [] });
});

test('reports a mark that is neither yes nor no, and keeps the other marks', () => {
  expect(read({ Backlog: 'maybe', Retired: '✓', Paused: 'soon', Priority: '✓' })).toMatchObject({
    given: { status: 'dropped', tags: ['Priority'] },
    problems: [
      'The mark "maybe" in the list Backlog is neither yes nor no.',
      'The mark "soon" in the list Paused is neither yes nor no.',
    ],
  });
});

test('ignores other columns of HowLongToBeat as lists', () => {
  expect(read({ Storefront: 'Steam', 'General Notes': 'X', Playthrough: '1', Updated: '' })).toMatchObject({
    given: { tags: null },
    problems: [],
  });
});
