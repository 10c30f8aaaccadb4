import { expect, test } from 'vitest';
import { partitionOf } from './topics.ts';

test('assigns a key to the same partition in every version', () => {
  expect(['a', 'user-1', '3030-1234', 'ключ'].map((key) => partitionOf(key, 6))).toEqual([3, 2, 2, 0]);
});
