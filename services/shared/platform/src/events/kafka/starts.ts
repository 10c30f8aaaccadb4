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

  /**
   * @param dealt the member's partitions by topic, whenever they are dealt
   * @returns topics of which it has others than before
   */
  seek(dealt: Readonly<Record<string, readonly number[]>>): string[] {
    const before = this.#dealt;
    this.#dealt = dealt;
    for (const start of this.#left) if (start.isMisplaced) this.#consumer.seek(start);
    return Object.keys(dealt).filter((topic) => dealt[topic]?.some((one) => !before[topic]?.includes(one)));
  }

  /**
   * @param starts all of these topics, as they are by now
   * @returns those of the topics that have some in the member's partitions
   */
  replace(topics: readonly string[], starts: readonly Start[]): string[] {
    this.#left = [...this.#left.filter(({ topic }) => !topics.includes(topic)), ...starts];
    return topics.filter((topic) => starts.some((start) => start.topic === topic && this.#isOurs(start)));
  }

  /**
   * Makes those of a topic the group's positions. As long as nothing arrives there nothing else does, and every session would be told again.
   * To be called before anything of the topic is acknowledged.
   */
  async commit(topic: string): Promise<void> {
    const ours = this.#left.filter((start) => start.topic === topic && this.#isOurs(start));
    if (ours.length === 0) return;
    const metadata = this.#ids.get(topic) ?? null;
    try {
      await this.#consumer.commitOffsets(ours.map(({ partition, offset }) => ({ topic, partition, offset, metadata })));
      this.#left = this.#left.filter((start) => !ours.includes(start));
    } catch (error) {
      this.#logger.debug({ err: error, topic }, 'Could not note where the group begins');
    }
  }

  #isOurs({ topic, partition }: Start): boolean {
    return this.#dealt[topic]?.includes(partition) === true;
  }
}
