import { assert, integer, property } from 'fast-check';
import { expect, test } from 'vitest';
import { monthFrom } from '../../entities/plays/days.ts';
import { monthIn, weeksOf } from './month.ts';

test.each([
  ['2026-03', 1, '2026-04'],
  ['2026-12', 1, '2027-01'],
  ['2026-01', -1, '2025-12'],
  ['2026-01', -13, '2024-12'],
])('%s plus %d months is %s', (month, by, other) => expect(monthFrom(month, by)).toBe(other));

test.each([
  ['?month=2025-02', '2025-02'],
  ['?month=2025-13', '2026-11'],
  ['?month=x', '2026-11'],
  ['', '2026-11'],
])('reads %j as %s', (query, month) => expect(monthIn(new URLSearchParams(query), '2026-11-23')).toBe(month));

test('splits November 2026 into weeks that start on a Monday or a Sunday', () => {
  expect(weeksOf('2026-11', 1).map((week) => week.filter(Boolean).length)).toEqual([1, 7, 7, 7, 7, 1]);
  expect(weeksOf('2026-11', 7).map((week) => week.filter(Boolean).length)).toEqual([7, 7, 7, 7, 2]);
});

test('lists each day of a month once, in order, under its weekday', () => {
  assert(
    property(
      integer({ min: 1970, max: 2099 }),
      integer({ min: 1, max: 12 }),
      integer({ min: 1, max: 7 }),
      (year, number, first) => {
        const month = `${year}-${String(number).padStart(2, '0')}`;
        const weeks = weeksOf(month, first);
        const days = weeks.flat().filter((day) => day !== null);
        expect(days).toHaveLength(new Date(year, number, 0).getDate());
        expect(days).toEqual([...new Set(days)].sort());
        for (const week of weeks) {
          for (const [at, day] of week.entries()) {
            if (day) expect(new Date(`${day}T12:00:00Z`).getUTCDay()).toBe((first + at) % 7);
          }
        }
      },
    ),
  );
});
