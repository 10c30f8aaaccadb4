import type { Consumer, TopicPartitionOffsetAndMetadata } from 'kafkajs';
import type { Logger } from '../../logging/logger.ts';
import type { TopicIds } from './topic-info.ts';

/** Milliseconds in which acknowledgements are gathered into one request. */
const gatherMs = 10;

/** Tells the group how far this consumer has come, for one deal of the partitions. */
export class Committer {
  readonly #consumer: Consumer;
  readonly #ids: TopicIds;
  readonly #logger: Logger;
  readonly #next = new Map<string, TopicPartitionOffsetAndMetadata>();
  #timer: NodeJS.Timeout | undefined;
  #committing: Promise<void> = Promise.resolve();
  #closed = false;

  /** @param ids noted with each position, which means nothing in another topic of the same name */
  constructor(consumer: Consumer, ids: TopicIds, logger: Logger) {
    this.#consumer = consumer;
    this.#ids = ids;
    this.#logger = logger;
  }

  handled(topic: string, partition: number, offset: string): void {
    if (this.#closed) return;
    this.#next.set(`${topic}:${partition}`, {
      topic,
      partition,
      offset: String(BigInt(offset) + 1n),
      metadata: this.#ids.get(topic) ?? null,
    });
    this.#timer ??= setTimeout(() => this.flush(), gatherMs);
  }

  /** Resolves when everything handled so far is acknowledged, or cannot be: it then is delivered again some time. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const offsets = [...this.#next.values()];
    this.#next.clear();
    if (offsets.length > 0)
      this.#committing = Promise.all([this.#committing, this.#commit(offsets)]).then(() => undefined);
    return this.#committing;
  }

  /** The last word: what is handled from now on might concern partitions that are another's. */
  close(): Promise<void> {
    this.#closed = true;
    return this.flush();
  }

  async #commit(offsets: TopicPartitionOffsetAndMetadata[]): Promise<void> {
    try {
      await this.#consumer.commitOffsets(offsets);
    } catch (error) {
      this.#logger.debug({ err: error }, 'Could not acknowledge, the group has moved on');
    }
  }
}
