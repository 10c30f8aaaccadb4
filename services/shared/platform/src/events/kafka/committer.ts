import type { Consumer, TopicPartitionOffsetAndMetadata } from 'kafkajs';
import type { Logger } from '../../logging/logger.ts';
import type { TopicIds } from './topic-info.ts';

/** How long acknowledgements are collected for one request. */
const gatherMs = 10;

/** Commits this consumer's offsets for one assignment of partitions. */
export class Committer {
  readonly #consumer: Consumer;
  readonly #ids: TopicIds;
  readonly #logger: Logger;
  readonly #next = new Map<string, TopicPartitionOffsetAndMetadata>();
  #timer: NodeJS.Timeout | undefined;
  #committing: Promise<void> | undefined;
  #closed = false;

  /** @param ids stored with each offset, which is meaningless in another topic of the same name */
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

  /** Resolves when everything handled so far is acknowledged, or cannot be and will be delivered again. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#next.size > 0) this.#committing ??= this.#commitAll();
    return this.#committing ?? Promise.resolve();
  }

  /** Stops committing, because later offsets might belong to partitions of another consumer. */
  close(): Promise<void> {
    this.#closed = true;
    return this.flush();
  }

  /** One request at a time, because a slow retry of an older offset would overwrite a newer one. */
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
    // Reset here, so that records handled meanwhile start a new round.
    this.#committing = undefined;
  }
}
