import type { Consumer } from 'kafkajs';
import type { Logger } from '../../logging/logger.ts';

/** Milliseconds in which acknowledgements are gathered into one request. */
const gatherMs = 10;

/** Tells the group how far this consumer has come, for one deal of the partitions. */
export class Committer {
  readonly #consumer: Consumer;
  readonly #logger: Logger;
  readonly #next = new Map<string, { readonly topic: string; readonly partition: number; readonly offset: string }>();
  #timer: NodeJS.Timeout | undefined;
  #committing: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(consumer: Consumer, logger: Logger) {
    this.#consumer = consumer;
    this.#logger = logger;
  }

  handled(topic: string, partition: number, offset: string): void {
    if (this.#closed) return;
    this.#next.set(`${topic}:${partition}`, { topic, partition, offset: String(BigInt(offset) + 1n) });
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

  async #commit(offsets: { topic: string; partition: number; offset: string }[]): Promise<void> {
    try {
      await this.#consumer.commitOffsets(offsets);
    } catch (error) {
      this.#logger.debug({ err: error }, 'Could not acknowledge, the group has moved on');
    }
  }
}
