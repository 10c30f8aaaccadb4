import { loadKafkaJs } from '@nightshelf/platform/events/kafka/mended-kafkajs.ts';
import { partitionOf as streamOf } from '@nightshelf/platform/events/redis-streams/topics.ts';
import type { Question } from './question.ts';
import { activityOf, randomOf, uuidOf } from './random.ts';

/** More users only even a partition out: the figure for a hundred million is not better than that for so many. */
const mostKeys = 20_000;

export interface Skew {
  /** Users whose changes were dealt out. */
  readonly keys: number;
  /** What the fullest partition has, over the mean. */
  readonly hottest: number;
  /** Share of all changes that come from the busiest user, and so stay on one partition however many there are. */
  readonly busiest: number;
}

type PartitionOf = (key: string, partitions: number) => number;

/** As `events/kafka/publisher.ts` has it. */
function kafkaPartitioner(): PartitionOf {
  const partitioner = loadKafkaJs().Partitioners.DefaultPartitioner();
  const known = new Map<number, Parameters<typeof partitioner>[0]['partitionMetadata']>();
  return (key, partitions) => {
    const none = { partitionErrorCode: 0, leader: 0, replicas: [], isr: [] };
    const partitionMetadata =
      known.get(partitions) ?? Array.from({ length: partitions }, (_, partitionId) => ({ ...none, partitionId }));
    known.set(partitions, partitionMetadata);
    return partitioner({ topic: 'library.entries', partitionMetadata, message: { key, value: '' } });
  };
}

/**
 * Deals the changes of a day's users, of whom a few do most, out to the partitions of `library.entries`, by the very
 * partitioner of the bus. Entries are keyed by user.
 */
export function skewOf({ users, active, partitions, bus, seed }: Question): Skew {
  const keys = Math.max(1, Math.min(mostKeys, Math.round(users * active)));
  const partitionOf = bus === 'kafka' ? kafkaPartitioner() : streamOf;
  const random = randomOf(seed);
  const loads = new Array<number>(partitions).fill(0);
  let all = 0;
  let busiest = 0;
  for (let user = 0; user < keys; user += 1) {
    const activity = activityOf(random);
    const partition = partitionOf(uuidOf(random), partitions);
    loads[partition] = (loads[partition] ?? 0) + activity;
    all += activity;
    busiest = Math.max(busiest, activity);
  }
  return { keys, hottest: Math.max(...loads) / (all / partitions), busiest: busiest / all };
}
