import { expect, test } from 'vitest';
import { readDate, readFlag, readHours, readPlatform, readRating, readStatus } from './read-values.ts';

test.each([
  ['12.5', 12.5],
  ['12,5', 12.5],
  ['1,234.5', 1234.5],
  ['12h 30m', 12.5],
  ['12 hours', 12],
  ['90 min', 1.5],
  ['12:30:00', 12.5],
  ['0:44', 0.5],
  ['0', 0],
  ['', null],
  ['--', null],
])('hours: %j is %j', (text, value) => {
  expect(readHours(text)).toEqual({ value });
});

test.each(['-3', 'many', '1e5', '=1+1', '12:99', '1000000'])('hours: %j is said to be none', (text) => {
  expect(readHours(text)).toEqual({ problem: expect.stringContaining(text) });
});

test.each([
  ['8', 10, 8],
  ['3.5', 5, 7],
  ['85', 100, 9],
  ['4/5', 10, 8],
  ['★★★½', 10, 7],
  ['0.2', 10, 1],
  ['0', 10, null],
  ['', 10, null],
])('a rating of %j out of %j is %j', (text, outOf, value) => {
  expect(readRating(text, outOf)).toEqual({ value });
});

test.each(['11', '-1', 'good'])('a rating of %j is said to be none', (text) => {
  expect(readRating(text, 10)).toHaveProperty('problem');
});

test.each([
  ['Wishlist', 'want_to_play'],
  ['Plan to Play', 'want_to_play'],
  ['In progress', 'playing'],
  ['BEATEN', 'completed'],
  ['Abandoned', 'dropped'],
  ['owned', 'collection'],
])('the status %j is %j', (text, value) => {
  expect(readStatus(text)).toEqual({ value });
});

test('a status that nobody knows is said to be one, shortly', () => {
  expect(readStatus('Zzz')).toEqual({ problem: '"Zzz" is no status that is known here.' });
  expect(JSON.stringify(readStatus('z'.repeat(2000))).length).toBeLessThan(120);
});

test.each([
  ['PS4', 139],
  ['PlayStation 5', 168],
  ['Nintendo Switch', 157],
  ['pc (microsoft windows)', 94],
  ['Not Listed', 'not_listed'],
  ['', null],
])('the platform %j is %j', (text, value) => {
  expect(readPlatform(text)).toEqual({ value });
});

test.each([
  ['2020-03-04', '2020-03-04T00:00:00.000Z'],
  ['2020-03-04T05:06:07.891Z', '2020-03-04T05:06:07.891Z'],
  ['2020-03-04 05:06:07+0200', '2020-03-04T03:06:07.000Z'],
  ['2020/3/4', '2020-03-04T00:00:00.000Z'],
  ['4.3.2020', '2020-03-04T00:00:00.000Z'],
  ['March 4, 2020', '2020-03-04T00:00:00.000Z'],
  ['4 Mar 2020', '2020-03-04T00:00:00.000Z'],
  ['31/03/2020', '2020-03-31T00:00:00.000Z'],
  ['03/31/2020', '2020-03-31T00:00:00.000Z'],
])('the date %j is %j', (text, value) => {
  expect(readDate(text)).toEqual({ value });
});

test.each(['03/04/2020', '2020-02-30', '2099-01-01', '1234', 'soon', '4 Foo 2020'])(
  '%j is said to be no date',
  (text) => {
    expect(readDate(text)).toHaveProperty('problem');
  },
);

test('yes and no', () => {
  expect(
    [readFlag('TRUE'), readFlag('x'), readFlag('no'), readFlag('')].map((read) => 'value' in read && read.value),
  ).toEqual([true, true, false, null]);
  expect(readFlag('maybe')).toHaveProperty('problem');
});
