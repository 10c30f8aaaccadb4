import { expect, test } from 'vitest';
import { backoffMs } from './outbox-table.ts';

test('doubles the delay up to five minutes', () => {
  expect([1, 2, 3, 100].map(backoffMs)).toEqual([200, 400, 800, 300_000]);
});
