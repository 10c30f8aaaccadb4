import type { TopicSettings } from '@nightshelf/contracts/events/topics.ts';
import type { Admin, Kafka } from 'kafkajs';
import type { BusConsumer, BusRecord, ConsumeOptions, EventBus, Positions, PublishOutcome } from '../bus.ts';
import { BusLostContentError, publishInOrder } from '../delivery/publish-in-order.ts';
import { Connection, type KafkaClientOptions, kafkaClients } from './client.ts';
import { KafkaConsumer } from './consumer.ts';
import { Publisher } from './publisher.ts';
import { ensureTopics } from './topics.ts';

/** The bus on Kafka. Connects on first use. */
export class KafkaBus implements EventBus {
  readonly name = 'kafka';
  readonly #logger: KafkaClientOptions['logger'];
  readonly #kafka: () => Kafka;
  readonly #admin: Connection<Admin>;
  readonly #publisher: Publisher;
  readonly #consumers = new Set<BusConsumer>();

  constructor(options: KafkaClientOptions) {
    this.#logger = options.logger;
    this.#kafka = kafkaClients(options);
    this.#admin = new Connection(() => this.#kafka().admin());
    this.#publisher = new Publisher(this.#kafka, this.#admin);
  }

  ensureTopics(topics: Readonly<Record<string, TopicSettings>>): Promise<void> {
    return this.#admin.useAgain((admin) => ensureTopics(admin, topics));
  }

  async publish(records: readonly BusRecord[], positions: Positions = new Map()): Promise<readonly PublishOutcome[]> {
    const outcomes = await publishInOrder(records, (chunk) => this.#publisher.send(chunk, positions));
    const lost = outcomes.find((outcome) => outcome instanceof BusLostContentError);
    return lost ? outcomes.map(() => lost) : outcomes;
  }

  lost(positions: Positions): Promise<string | null> {
    return this.#publisher.lost(positions);
  }

  async consume(options: ConsumeOptions): Promise<BusConsumer> {
    const consumer = new KafkaConsumer({ ...options, kafka: this.#kafka, admin: this.#admin, logger: this.#logger });
    this.#consumers.add(consumer);
    return consumer;
  }

  async check(): Promise<string | null> {
    const { brokers } = await this.#admin.useAgain((admin) => admin.describeCluster());
    return brokers.length > 0 ? null : 'has no broker';
  }

  async close(): Promise<void> {
    await Promise.all([...this.#consumers].map((consumer) => consumer.stop()));
    await Promise.all([this.#publisher.close(), this.#admin.close()]);
  }
}
