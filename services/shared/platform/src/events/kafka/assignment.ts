import type { Batch, Consumer } from 'kafkajs';
import type { Logger } from '../../logging/logger.ts';
import type { ConsumeOptions } from '../bus.ts';
import { PartitionWorker } from '../delivery/partition-worker.ts';
import { pause } from '../delivery/redelivery.ts';
import { Committer } from './committer.ts';
import { toDelivery } from './message.ts';
import type { TopicIds } from './topic-info.ts';

/** Queue sizes of a partition at which fetching pauses and resumes. */
const full = 1000;
const roomy = 500;

/**
 * The partitions that this consumer is assigned. Fetching only fills their queues, so that a slow or failing record
 * stops neither the other partitions nor the heartbeats.
 */
export class Assignment {
  readonly #consumer: Consumer;
  readonly #handling: Pick<ConsumeOptions, 'handle' | 'countKnown'>;
  readonly #logger: Logger;
  readonly #workers = new Map<string, PartitionWorker>();
  readonly #ids: TopicIds;
  #committer: Committer;
  #closed = false;

  constructor(
    consumer: Consumer,
    { handle, countKnown }: Pick<ConsumeOptions, 'handle' | 'countKnown'>,
    ids: TopicIds,
    logger: Logger,
  ) {
    this.#consumer = consumer;
    this.#handling = { handle, ...(countKnown && { countKnown }) };
    this.#ids = ids;
    this.#logger = logger;
    this.#committer = new Committer(consumer, ids, logger);
  }

  workers(): PartitionWorker[] {
    return [...this.#workers.values()];
  }

  /** Drops records while closing: they are not acknowledged, so the next consumer receives them. */
  take(batch: Batch): void {
    if (this.#closed) return;
    const { topic, partition } = batch;
    const name = `${topic}:${partition}`;
    const worker = this.#workers.get(name) ?? this.#work(topic, partition);
    this.#workers.set(name, worker);
    worker.push(batch.messages.map((message) => toDelivery(topic, partition, message)));
    if (worker.size >= full) this.#consumer.pause([{ topic, partitions: [partition] }]);
  }

  /** The group is rebalancing. Acknowledges handled records as far as still possible. */
  revoke(): void {
    void this.#committer.close();
    this.#committer = new Committer(this.#consumer, this.#ids, this.#logger);
    for (const worker of this.#workers.values()) void worker.stop();
    this.#workers.clear();
  }

  /**
   * Finishes the records in flight and acknowledges them.
   * @param patienceMs longest wait for them
   */
  async close(patienceMs = Number.POSITIVE_INFINITY): Promise<void> {
    this.#closed = true;
    const stopped = Promise.all([...this.#workers.values()].map((worker) => worker.stop()));
    const bound = new AbortController();
    await (patienceMs < Number.POSITIVE_INFINITY ? Promise.race([stopped, pause(patienceMs, bound.signal)]) : stopped);
    bound.abort();
    await this.#committer.close();
  }

  #work(topic: string, partition: number): PartitionWorker {
    const committer = this.#committer;
    return new PartitionWorker({
      ...this.#handling,
      acknowledge: async (done) => committer.handled(topic, partition, done.at(-1)?.offset ?? '0'),
      roomAt: roomy,
      onRoom: () => this.#resume(topic, partition),
      logger: this.#logger,
    });
  }

  #resume(topic: string, partition: number): void {
    try {
      this.#consumer.resume([{ topic, partitions: [partition] }]);
    } catch (error) {
      this.#logger.debug({ err: error }, 'The consumer has crashed meanwhile');
    }
  }
}
