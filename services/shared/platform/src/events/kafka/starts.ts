import type { Consumer } from 'kafkajs';
import type { Logger } from '../../logging/logger.ts';
import type { Start } from './joined-positions.ts';
import type { TopicIds } from './topic-info.ts';

/** Where a member begins in partitions of which the group has no position that means anything, until it has one. */
export class Starts {
  readonly #consumer: Consumer;
  readonly #ids: TopicIds;
  readonly #logger: Logger;
  #left: readonly Start[];
  #dealt: Readonly<Record<string, readonly number[]>> = {};

  constructor(consumer: Consumer, starts: readonly Start[], ids: TopicIds, logger: Logger) {
    this.#consumer = consumer;
    this.#left = starts;
    this.#ids = ids;
    this.#logger = logger;
  }

  /** @param dealt the member's partitions by topic, whenever they are dealt */
  seek(dealt: Readonly<Record<string, readonly number[]>>): void {
    this.#dealt = dealt;
    for (const start of this.#left) if (start.isMisplaced) this.#consumer.seek(start);
  }

  /**
   * Makes those of a topic the group's positions. As long as nothing arrives there nothing else does, and every session would be told again.
   * To be called before anything of the topic is acknowledged.
   */
  async commit(topic: string): Promise<void> {
    const ours = this.#left.filter((start) => start.topic === topic && this.#dealt[topic]?.includes(start.partition));
    if (ours.length === 0) return;
    const metadata = this.#ids.get(topic) ?? null;
    try {
      await this.#consumer.commitOffsets(ours.map(({ partition, offset }) => ({ topic, partition, offset, metadata })));
      this.#left = this.#left.filter((start) => !ours.includes(start));
    } catch (error) {
      this.#logger.debug({ err: error, topic }, 'Could not note where the group begins');
    }
  }
}
