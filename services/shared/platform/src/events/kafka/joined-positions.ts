import type { Admin } from 'kafkajs';
import type { Connection } from './connection.ts';
import type { TopicIds } from './topic-info.ts';

export interface Start {
  readonly topic: string;
  readonly partition: number;
  readonly offset: string;
  /** Whether the group has an offset there that does not belong to this topic. */
  readonly isMisplaced: boolean;
}

export interface Beginning {
  /** Topics in which the group starts with the oldest record of all partitions or of one. */
  readonly topics: readonly string[];
  /**
   * Partitions whose group offset is unusable (beyond the end, of another topic of the same name, or lost by kafkajs)
   * or missing although records have been dropped, with the oldest record as the start. Consumers skip known records.
   */
  readonly starts: readonly Start[];
}

/** The offset that kafkajs commits when the partition does not hold the group's one. */
const outOfRange = '-2';

/** Returns where a group without usable offsets starts. */
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
    // The topic does not exist yet.
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
