import { array, assert, constantFrom, integer, property, record } from 'fast-check';
import { expect, test } from 'vitest';
import { dayAfter } from '../../entities/plays/days.ts';
import { finishOf, medianOf, paceOf, weeksBack } from './pace.ts';

const today = '2026-11-23';
const played = (...given: readonly (readonly [number, number])[]) =>
  given.map(([ago, minutes]) => ({ day: dayAfter(today, -ago), minutes }));

test('takes the median of the played weeks and of the played days as the pace', () => {
  const days = played([0, 60], [2, 120], [8, 90], [21, 300], [22, 60]);
  expect(paceOf(days, today)).toEqual({ week: 180, evening: 90 });
});

test("ignores days from too long ago, and future days from another device's clock", () => {
  expect(paceOf(played([weeksBack * 7, 600], [-1, 600]), today)).toBeNull();
  expect(paceOf(played([weeksBack * 7 - 1, 45]), today)).toEqual({ week: 45, evening: 45 });
  expect(paceOf([], today)).toBeNull();
});

test("estimates evenings and the finish day from the pace; without a pace, from tonight's minutes", () => {
  expect(finishOf(360, { week: 240, evening: 90 }, 30, today)).toEqual({ evenings: 4, by: '2026-12-04' });
  expect(finishOf(361, { week: 240, evening: 90 }, 30, today).evenings).toBe(5);
  expect(finishOf(360, null, 90, today)).toEqual({ evenings: 4, by: null });
});

test('keeps the pace between the shortest and longest day, and never finishes before tomorrow', () => {
  const day = record({
    day: integer({ min: 0, max: 60 }).map((ago) => dayAfter(today, -ago)),
    minutes: integer({ min: 1, max: 1440 }),
  });
  assert(
    property(array(day), integer({ min: 1, max: 60_000 }), constantFrom(30, 90), (days, left, tonight) => {
      const pace = paceOf(days, today);
      const all = days.map(({ minutes }) => minutes);
      if (pace) {
        expect(pace.evening).toBeGreaterThanOrEqual(Math.min(...all));
        expect(pace.evening).toBeLessThanOrEqual(Math.max(...all));
        expect(pace.week).toBeGreaterThanOrEqual(Math.min(...all));
      }
      const { evenings, by } = finishOf(left, pace, tonight, today);
      expect(evenings).toBeGreaterThanOrEqual(1);
      if (by) expect(by > today).toBe(true);
    }),
  );
});

test.each([
  [[], 0],
  [[3], 3],
  [[9, 1], 5],
  [[9, 1, 2], 2],
])('returns for %j the median %d', (numbers, median) => expect(medianOf(numbers)).toBe(median));
