import { expect, test } from 'vitest';
import { Follow } from './follow.ts';

test('takes the next version only when its state changes', () => {
  const follow = Object.assign(new Follow(), { active: false, version: 0 });
  expect([follow.become(true), follow.become(true), follow.become(false), follow.become(true)]).toEqual([
    true,
    false,
    true,
    true,
  ]);
  expect(follow.version).toBe(3);
});
