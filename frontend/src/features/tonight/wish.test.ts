import { expect, test } from 'vitest';
import { addressOfWish, wishIn } from './wish.ts';

test.each([
  ['', { minutes: 90, platform: null, from: 0 }],
  ['?minutes=45&platform=157&from=3', { minutes: 45, platform: 157, from: 3 }],
  ['?minutes=4&platform=x&from=-3', { minutes: 90, platform: null, from: 0 }],
  ['?minutes=1e3&platform=', { minutes: 1000, platform: null, from: 0 }],
  ['?minutes=1441', { minutes: 90, platform: null, from: 0 }],
  ['?minutes=%20', { minutes: 90, platform: null, from: 0 }],
])('reads %s as %j', (query, wish) => expect(wishIn(new URLSearchParams(query))).toEqual(wish));

test('reads back every address that it writes', () => {
  const wish = { minutes: 30, platform: 94 };
  expect(wishIn(new URLSearchParams(addressOfWish(wish, 6)))).toEqual({ ...wish, from: 6 });
  expect(addressOfWish({ minutes: 60, platform: null })).toBe('?minutes=60');
});
