import { expect, test } from 'vitest';
import { reasons } from '../inbox/parse-event.ts';
import { retryAfterSeconds } from './dead-letters.ts';

test('retries only what may succeed later, and not forever', () => {
  expect(reasons.filter((reason) => retryAfterSeconds(reason, 0) !== null)).toEqual(['invalid', 'slow']);
  for (const reason of reasons) expect(retryAfterSeconds(reason, 6)).toBeNull();
});
