import { expect, test } from 'vitest';
import { reasons } from '../inbox/reasons.ts';
import { retryAfterSeconds } from './keep-dead-letter.ts';

test('only what may have got better is tried again by itself, and not for ever', () => {
  expect(reasons.filter((reason) => retryAfterSeconds(reason, 0) !== null)).toEqual(['invalid', 'slow']);
  for (const reason of reasons) expect(retryAfterSeconds(reason, 6)).toBeNull();
});
