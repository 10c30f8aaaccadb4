import { crc32 } from 'node:zlib';

/** The partition of a key; the same in every process and version. */
export const partitionOf = (key: string, partitions: number) => crc32(key) % partitions;

/**
 * Partitions of a topic that are for `member` to read. Every partition has exactly one reader, none has more than
 * `ceil(partitions / members)`, and all consumers that see the same members come to the same result. Topics start at
 * different members, so that several small topics do not all end at the first one.
 */
export function assignedPartitions(
  topic: string,
  partitions: number,
  members: readonly string[],
  member: string,
): number[] {
  const order = [...members].sort();
  const start = crc32(topic);
  return Array.from({ length: partitions }, (_, partition) => partition).filter(
    (partition) => order[(start + partition) % order.length] === member,
  );
}
