import { expect, test } from 'vitest';
import { partitionOf } from './topics.ts';

test('assigns a key to the same partition in every version', () => {
  expect(['a', 'user-1', '3030-1234', 'ключ'].map((key) => partitionOf(key, 6))).toEqual([3, 2, 2, 0]);
});

test('distributes keys over the partitions', () => {
  const counts = [0, 0, 0, 0, 0, 0];
  for (let index = 0; index < 6000; index += 1) {
    const partition = partitionOf(`user-${index}`, 6);
    counts[partition] = (counts[partition] ?? 0) + 1;
  }
  for (const count of counts) expect(count).toBeGreaterThan(800);
});
