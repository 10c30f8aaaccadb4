import { expect, test } from 'vitest';
import { backoffMs, HeldLines } from './held-lines.ts';

test('a key waits until its time has come, then is forgotten', () => {
  const held = new HeldLines();
  held.hold({ topic: 'games', key: 'a' }, 100, 1000);
  held.hold({ topic: 'games', key: 'b' }, 500, 1000);
  expect(held.waiting(1099)).toEqual([
    { topic: 'games', key: 'a' },
    { topic: 'games', key: 'b' },
  ]);
  expect(held.waiting(1100)).toEqual([{ topic: 'games', key: 'b' }]);
  expect(held.waiting(1000)).toEqual([{ topic: 'games', key: 'b' }]);
});

test('the same key on another topic does not wait', () => {
  const held = new HeldLines();
  held.hold({ topic: 'games', key: 'a' }, 100, 0);
  expect(held.waiting(0)).toEqual([{ topic: 'games', key: 'a' }]);
});

test('waits double up to five minutes', () => {
  expect([1, 2, 3, 100].map(backoffMs)).toEqual([200, 400, 800, 300_000]);
});
