import { expect, test } from 'vitest';
import { assignedPartitions, partitionOf } from './partitioning.ts';

test('a key keeps its partition, from one version to the next', () => {
  expect(['a', 'user-1', '3030-1234', 'ключ'].map((key) => partitionOf(key, 6))).toEqual([3, 2, 2, 0]);
});

test('keys spread over the partitions', () => {
  const counts = [0, 0, 0, 0, 0, 0];
  for (let index = 0; index < 6000; index += 1) {
    const partition = partitionOf(`user-${index}`, 6);
    counts[partition] = (counts[partition] ?? 0) + 1;
  }
  for (const count of counts) expect(count).toBeGreaterThan(800);
});

test.each([
  [6, ['c', 'a', 'b']],
  [6, ['a', 'b', 'c', 'd']],
  [3, ['a', 'b', 'c', 'd']],
  [1, ['a', 'b']],
])('%i partitions over %j: one reader each, spread fairly', (partitions, members) => {
  const shares = members.map((member) => assignedPartitions('topic', partitions, members, member));
  expect(shares.flat().sort()).toEqual(Array.from({ length: partitions }, (_, index) => index));
  for (const share of shares) expect(share.length).toBeLessThanOrEqual(Math.ceil(partitions / members.length));
});

test('a consumer that is not a member reads nothing', () => {
  expect(assignedPartitions('topic', 6, ['a'], 'b')).toEqual([]);
  expect(assignedPartitions('topic', 6, [], 'b')).toEqual([]);
});
