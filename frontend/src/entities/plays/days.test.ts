import { expect, test } from 'vitest';
import { dayAfter, daysBetween } from './days.ts';

test.each([
  ['2026-03-01', '2026-03-01', 0],
  ['2024-02-28', '2024-03-01', 2],
  ['2026-03-28', '2026-03-30', 2],
  ['2025-12-31', '2026-11-23', 327],
])('counts from %s to %s %i calendar days, also across clock changes', (first, last, days) => {
  expect(daysBetween(first, last)).toBe(days);
  expect(dayAfter(first, days)).toBe(last);
});
