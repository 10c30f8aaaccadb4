import type { Admin } from 'kafkajs';
import type { Connection } from './connection.ts';
import type { TopicIds } from './topic-info.ts';

export interface Start {
  readonly topic: string;
  readonly partition: number;
  readonly offset: string;
  /** Whether the group has a position there, from which on it would be given what means nothing to it. */
  readonly isMisplaced: boolean;
}

export interface Beginning {
  /** Topics of which the group begins with the oldest record, or with that of a partition. */
  readonly topics: readonly string[];
  /**
   * Partitions of which the group's position means nothing, since it lies beyond the end or was noted for another topic of
   * the same name, or of which it has none, though what came first has been dropped, or has lost it to kafkajs: with their
   * oldest record, from which on to begin. Consumers drop what they know.
   */
  readonly starts: readonly Start[];
}

/** What kafkajs commits in place of a position at which the partition holds nothing. */
const outOfRange = '-2';

/** Where a group begins that has no position, or none that means anything. */
export async function findBeginning(
  admin: Connection<Admin>,
  groupId: string,
  topics: readonly string[],
  ids: TopicIds,
): Promise<Beginning> {
  const committed = await admin.useAgain((client) => client.fetchOffsets({ groupId, topics: [...topics] }));
  const starts: Start[] = [];
  const unknown: string[] = [];
  for (const { topic, partitions } of committed) {
    const known = partitions.filter(({ offset }) => Number(offset) >= 0);
    if (known.length === 0) unknown.push(topic);
    // It has still to be made.
    if (known.length === 0 && !ids.has(topic)) continue;
    const held = await admin.useAgain((client) => client.fetchTopicOffsets(topic));
    for (const { partition, offset, metadata } of partitions) {
      const { low, high } = held.find((each) => each.partition === partition) ?? { low: '0', high: '0' };
      const another = metadata !== null && metadata !== '' && metadata !== ids.get(topic);
      const isCut = Number(offset) < 0 && (BigInt(low) > 0n || offset === outOfRange);
      const isMisplaced = another || BigInt(offset) > BigInt(high);
      if (isCut || isMisplaced) starts.push({ topic, partition, offset: low, isMisplaced });
    }
  }
  return { topics: [...new Set([...unknown, ...starts.map(({ topic }) => topic)])], starts };
}
