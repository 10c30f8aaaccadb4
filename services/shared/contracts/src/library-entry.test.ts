import { expect, test } from 'vitest';
import { updateEntry } from './calls/library.ts';

const accepts = (fields: object) => updateEntry.body?.safeParse(fields).success;

test.each([
  { rating: 1 },
  { rating: 10 },
  { rating: null },
  { hours_played: 0 },
  { hours_played: 12.5 },
  { platform_id: 'not_listed' },
  { is_shared: true },
])('accepts %j', (fields) => {
  expect(accepts(fields)).toBe(true);
});

test.each([
  { rating: 0 },
  { rating: 11 },
  { rating: 7.5 },
  { rating: '7' },
  { hours_played: -0.5 },
  { hours_played: 0.25 },
  { hours_played: 1e9 },
  { platform_id: 'elsewhere' },
  { platform_id: 0 },
  { status: 'finished' },
  { is_shared: 'yes' },
  {},
])('rejects %j', (fields) => {
  expect(accepts(fields)).toBe(false);
});
