import { setTimeout as pause } from 'node:timers/promises';
import type { TopicSettings } from '@nightshelf/contracts/events/topics.ts';
import type { Admin } from 'kafkajs';
import { kafkajs } from './client.ts';

const mostReplicas = 3;
/**
 * Kafka drops whole segments, so the segment length bounds how much longer than its retention a topic keeps records.
 */
const segmentsPerRetention = 7;
const shortestSegmentMs = 60_000;
const leaderTimeoutMs = 30_000;
/** A setting of the topic itself, not an inherited one. */
const topicConfigSource = 1;

const settingsOf = ({ retentionMs }: TopicSettings): Record<string, string> => ({
  'retention.ms': String(retentionMs),
  // By the broker's clock, not the publisher's.
  'message.timestamp.type': 'LogAppendTime',
  'segment.ms': String(Math.max(shortestSegmentMs, Math.ceil(retentionMs / segmentsPerRetention))),
});

/** Creates missing topics; existing ones keep their partitions and other settings, and get the retention. */
export async function ensureTopics(admin: Admin, topics: Readonly<Record<string, TopicSettings>>): Promise<void> {
  const present = new Set(await admin.listTopics());
  const missing = Object.entries(topics).filter(([topic]) => !present.has(topic));
  if (missing.length > 0) {
    const replicationFactor = await replicasOf(admin);
    const created = admin.createTopics({
      waitForLeaders: true,
      topics: missing.map(([topic, settings]) => ({
        topic,
        numPartitions: settings.partitions,
        replicationFactor,
        configEntries: Object.entries(settingsOf(settings)).map(([name, value]) => ({ name, value })),
      })),
    });
    await created.catch((error: unknown) => {
      // The aggregate's message does not contain the reason; its errors do.
      throw error instanceof kafkajs().KafkaJSAggregateError ? (error.errors[0] ?? error) : error;
    });
    for (const [topic] of missing) await awaitLeaders(admin, topic);
  }
  await correctSettings(
    admin,
    Object.entries(topics).filter(([topic]) => present.has(topic)),
  );
}

/**
 * Returns the number of replicas for a new topic: at least the brokers' default, because a topic created while one of
 * three brokers is down would keep two replicas and refuse records whenever another is down. Kafka refuses the creation
 * until enough brokers are available.
 */
async function replicasOf(admin: Admin): Promise<number> {
  const { brokers } = await admin.describeCluster();
  const { resources } = await admin.describeConfigs({
    includeSynonyms: false,
    resources: brokers.slice(0, 1).map(({ nodeId }) => ({
      type: kafkajs().ConfigResourceTypes.BROKER,
      name: String(nodeId),
      configNames: ['default.replication.factor'],
    })),
  });
  const byDefault = Number(resources[0]?.configEntries[0]?.configValue ?? 1);
  return Math.max(byDefault, Math.min(mostReplicas, brokers.length));
}

/**
 * The cluster names the leader of a new partition a moment before that broker knows, and the broker refuses records
 * until then.
 */
export async function awaitLeaders(admin: Admin, topic: string): Promise<void> {
  const deadline = performance.now() + leaderTimeoutMs;
  for (;;) {
    try {
      await admin.fetchTopicOffsets(topic);
      return;
    } catch (error) {
      const isTooEarly = error instanceof Error && 'type' in error && error.type === 'NOT_LEADER_FOR_PARTITION';
      if (!isTooEarly || performance.now() > deadline) throw error;
      await pause(50);
    }
  }
}

async function correctSettings(admin: Admin, topics: readonly (readonly [string, TopicSettings])[]): Promise<void> {
  if (topics.length === 0) return;
  const type = kafkajs().ConfigResourceTypes.TOPIC;
  const { resources } = await admin.describeConfigs({
    includeSynonyms: false,
    resources: topics.map(([name]) => ({ type, name })),
  });
  const wrong = topics.flatMap(([name, settings]) => {
    const wanted = settingsOf(settings);
    const entries = resources.find(({ resourceName }) => resourceName === name)?.configEntries ?? [];
    const now = Object.fromEntries(entries.map(({ configName, configValue }) => [configName, configValue]));
    if (Object.entries(wanted).every(([setting, value]) => now[setting] === value)) return [];
    // The request replaces all of the topic's own settings, so the others must be included.
    const own = entries.filter(({ configSource }) => Number(configSource) === topicConfigSource);
    const kept = Object.fromEntries(own.map(({ configName, configValue }) => [configName, configValue]));
    const configEntries = Object.entries({ ...kept, ...wanted }).map(([setting, value]) => ({ name: setting, value }));
    return [{ type, name, configEntries }];
  });
  if (wrong.length > 0) await admin.alterConfigs({ validateOnly: false, resources: wrong });
}

/** The stored offsets of a partition. */
export interface Stored {
  /** Offset of the oldest record. */
  readonly low: bigint;
  /** Offset of the next record to be stored. */
  readonly high: bigint;
  /** Offset of the first record after a given time. */
  readonly after: bigint;
}

/**
 * Returns what the topic stores by partition.
 * @param newestMs time of the newest record that is known of the topic, 0 when unknown
 */
export async function fetchStored(admin: Admin, topic: string, newestMs: number): Promise<Map<number, Stored>> {
  const [offsets, later] = await Promise.all([
    admin.fetchTopicOffsets(topic),
    newestMs > 0 ? admin.fetchTopicOffsetsByTimestamp(topic, newestMs + 1) : [],
  ]);
  return new Map(
    offsets.map(({ partition, low, high }) => {
      const after = later.find((one) => one.partition === partition)?.offset ?? high;
      return [partition, { low: BigInt(low), high: BigInt(high), after: BigInt(after) }];
    }),
  );
}

/**
 * Returns whether the partition lacks the records before `next`: it ends earlier, or is of another topic with the same
 * name. kafkajs does not support topic ids, but the broker's clock stamps the records: in another topic even the oldest
 * record is newer than the newest known one.
 * @param newestMs time of the newest record that is known of the partition, 0 when unknown
 */
export const isSetBack = (next: bigint, newestMs: number, { low, high, after }: Stored) =>
  next > high || (newestMs > 0 && next > low && after === low);
