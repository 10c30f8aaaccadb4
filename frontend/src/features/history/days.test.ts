import { expect, test } from 'vitest';
import { dayAfter, daysBetween, endOf } from './days.ts';

test('counts calendar days across months, leap years and clock changes', () => {
  for (const [first, last, days] of [
    ['2026-03-01', '2026-03-01', 0],
    ['2024-02-28', '2024-03-01', 2],
    ['2025-12-31', '2026-11-23', 327],
  ] as const) {
    expect(daysBetween(first, last)).toBe(days);
    expect(dayAfter(first, days)).toBe(last);
  }
  expect(Date.parse(endOf('2026-03-02')) - Date.parse(endOf('2026-03-01'))).toBe(86_400_000);
});
