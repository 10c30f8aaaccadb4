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
  #committing: Promise<void> | undefined;
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
    if (this.#next.size > 0) this.#committing ??= this.#commitAll();
    return this.#committing ?? Promise.resolve();
  }

  /** The last word: what is handled from now on might concern partitions that are another's. */
  close(): Promise<void> {
    this.#closed = true;
    return this.flush();
  }

  /** One request at a time: an older position that is tried for long would overtake a newer one, and be what the group knows. */
  async #commitAll(): Promise<void> {
    while (this.#next.size > 0) {
      const offsets = [...this.#next.values()];
      this.#next.clear();
      try {
        await this.#consumer.commitOffsets(offsets);
      } catch (error) {
        this.#logger[this.#closed ? 'debug' : 'warn']({ err: error }, 'Could not acknowledge what was handled');
      }
    }
    // At once, lest what is handled in between is left to a round that is over.
    this.#committing = undefined;
  }
}
