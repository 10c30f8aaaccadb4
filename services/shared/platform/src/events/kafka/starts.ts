import type { Consumer } from 'kafkajs';
import type { Logger } from '../../logging/logger.ts';
import type { Start } from './joined-positions.ts';
import type { TopicIds } from './topic-info.ts';

/** Start offsets of a member in partitions without a usable group offset, until one is committed. */
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
   * @param dealt the member's partitions by topic, after each assignment
   * @returns topics with other partitions than before
   */
  seek(dealt: Readonly<Record<string, readonly number[]>>): string[] {
    const before = this.#dealt;
    this.#dealt = dealt;
    for (const start of this.#left) if (start.isMisplaced) this.#consumer.seek(start);
    return Object.keys(dealt).filter((topic) => dealt[topic]?.some((one) => !before[topic]?.includes(one)));
  }

  /**
   * @param starts all current starts of these topics
   * @returns those of the topics with starts in the member's partitions
   */
  replace(topics: readonly string[], starts: readonly Start[]): string[] {
    this.#left = [...this.#left.filter(({ topic }) => !topics.includes(topic)), ...starts];
    return topics.filter((topic) => starts.some((start) => start.topic === topic && this.#isOurs(start)));
  }

  /**
   * Commits the starts of a topic as the group's offsets, because otherwise every session would report the gap again
   * until a record arrives there. Call it before any record of the topic is acknowledged.
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
