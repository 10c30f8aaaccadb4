import type { TopicSettings } from '@nightshelf/contracts/events/topics.ts';
import type { Admin, Kafka } from 'kafkajs';
import type {
  Positions as AcknowledgedPositions,
  BusConsumer,
  BusRecord,
  ConsumeOptions,
  Delivery,
  EventBus,
  Gap,
  PublishOutcome,
} from '../bus.ts';
import { publishInOrder } from '../delivery/publish-in-order.ts';
import { askBrokersOf } from './ask-brokers.ts';
import { Connection } from './connection.ts';
import { KafkaConsumer } from './consumer.ts';
import { createKafka, type KafkaClientOptions, patientRetry } from './kafka-client.ts';
import { Positions } from './positions.ts';
import { Publisher } from './publisher.ts';
import { readTopic } from './read-topic.ts';
import { type FindTopicIds, findTopicIdsBy } from './topic-info.ts';
import { ensureTopics } from './topics.ts';

/** The bus on Kafka. Connects on first use. */
export class KafkaBus implements EventBus {
  readonly name = 'kafka';
  readonly #options: KafkaClientOptions;
  readonly #admin: Connection<Admin>;
  readonly #findTopicIds: FindTopicIds;
  readonly #positions: Positions;
  readonly #publisher: Publisher;
  readonly #consumers = new Set<BusConsumer>();
  #kafka: Kafka | undefined;

  constructor(options: KafkaClientOptions) {
    this.#options = options;
    this.#admin = new Connection(() => this.#client().admin());
    this.#findTopicIds = findTopicIdsBy(askBrokersOf(options));
    this.#positions = new Positions(this.#findTopicIds, this.#admin);
    this.#publisher = new Publisher(() => this.#client(), this.#admin, this.#positions);
  }

  ensureTopics(topics: Readonly<Record<string, TopicSettings>>): Promise<void> {
    return this.#admin.useAgain((admin) => ensureTopics(admin, topics));
  }

  publish(records: readonly BusRecord[], positions?: AcknowledgedPositions): Promise<readonly PublishOutcome[]> {
    return publishInOrder(records, (chunk) => this.#publisher.send(chunk, positions));
  }

  lost(positions: AcknowledgedPositions): Promise<string | null> {
    return this.#positions.lost(positions);
  }

  async consume(options: ConsumeOptions): Promise<BusConsumer> {
    const { logger } = this.#options;
    const lag = () => this.#lag(options.group, options.topics);
    const onGap = (gap: Gap) => {
      logger.warn({ group: options.group, ...gap }, 'The bus does not hold what the group would have received next');
      return options.onGap?.(gap);
    };
    const connect = (onOutOfRange: (gap: Gap) => void) => createKafka(this.#options, patientRetry, onOutOfRange);
    const [admin, findTopicIds] = [this.#admin, this.#findTopicIds];
    const consumer = new KafkaConsumer({ ...options, onGap, connect, findTopicIds, admin, lag, logger });
    this.#consumers.add(consumer);
    return consumer;
  }

  read(topic: string): AsyncIterable<Delivery> {
    return readTopic(this.#client(), this.#admin, topic);
  }

  async check(): Promise<string | null> {
    const { brokers } = await this.#admin.useAgain((admin) => admin.describeCluster());
    return brokers.length > 0 ? null : 'has no broker';
  }

  async close(): Promise<void> {
    await Promise.all([...this.#consumers].map((consumer) => consumer.stop()));
    await Promise.all([this.#publisher.close(), this.#admin.close()]);
  }

  #client(): Kafka {
    this.#kafka ??= createKafka(this.#options);
    return this.#kafka;
  }

  async #lag(groupId: string, topics: readonly string[]): Promise<Readonly<Record<string, number>>> {
    return this.#admin.useAgain(async (admin) => {
      const committed = await admin.fetchOffsets({ groupId, topics: [...topics] });
      const lags: Record<string, number> = {};
      for (const topic of topics) {
        const positions = committed.find((each) => each.topic === topic)?.partitions ?? [];
        const offsets = await admin.fetchTopicOffsets(topic);
        lags[topic] = offsets.reduce((sum, { partition, low, high }) => {
          const position = Number(positions.find((each) => each.partition === partition)?.offset ?? -1);
          return sum + Math.max(0, Number(high) - Math.max(position, Number(low)));
        }, 0);
      }
      return lags;
    });
  }
}
