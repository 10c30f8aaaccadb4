import type { Logger } from '../../logging/logger.ts';
import type { ConsumeOptions, Delivery } from '../bus.ts';
import { pause, redeliveryDelayMs } from './redelivery.ts';

export interface PartitionWorkerOptions {
  readonly handle: ConsumeOptions['handle'];
  /** Tells the bus that everything up to this record is done. Must not reject. */
  readonly acknowledge: (delivery: Delivery) => Promise<void>;
  /** Called after each record that is done. */
  readonly onDone?: () => void;
  readonly logger: Logger;
}

/** Hands the records of one partition to the handler, one at a time and in order, for as long as the partition is ours. */
export class PartitionWorker {
  readonly #options: PartitionWorkerOptions;
  readonly #stopping = new AbortController();
  readonly #running: Promise<void>;
  readonly #queue: Delivery[] = [];
  #arrived = Promise.withResolvers<void>();
  #headSince: number | undefined;
  #attemptSince: number | undefined;

  constructor(options: PartitionWorkerOptions) {
    this.#options = options;
    this.#running = this.#run();
  }

  /** Records that wait or are in hand. */
  get size(): number {
    return this.#queue.length;
  }

  get stopped(): boolean {
    return this.#stopping.signal.aborted;
  }

  /** Milliseconds for which it has been trying to get done with one record. */
  get busyMs(): number {
    return this.#headSince === undefined ? 0 : performance.now() - this.#headSince;
  }

  /** Milliseconds for which the handler has had a record without an answer. */
  get silentMs(): number {
    return this.#attemptSince === undefined ? 0 : performance.now() - this.#attemptSince;
  }

  push(deliveries: readonly Delivery[]): void {
    this.#queue.push(...deliveries);
    this.#arrived.resolve();
  }

  /** Drops what waits. Resolves when the record in hand has ended and, if it was handled, has been acknowledged. */
  stop(): Promise<void> {
    this.#stopping.abort();
    this.#arrived.resolve();
    return this.#running;
  }

  async #run(): Promise<void> {
    while (!this.stopped) {
      const delivery = this.#queue[0];
      if (delivery) {
        this.#headSince = performance.now();
        await this.#deliver(delivery);
        this.#headSince = undefined;
        this.#queue.shift();
        this.#options.onDone?.();
      } else {
        this.#arrived = Promise.withResolvers();
        await this.#arrived.promise;
      }
    }
  }

  async #deliver(delivery: Delivery): Promise<void> {
    const { handle, acknowledge, logger } = this.#options;
    const { topic, partition, offset } = delivery;
    for (let attempts = 1; !this.stopped; attempts += 1) {
      this.#attemptSince = performance.now();
      try {
        await handle(delivery, this.#stopping.signal);
        await acknowledge(delivery);
        return;
      } catch (error) {
        // The first time as a warning, then quietly: a dependency that is away for an hour is one line, not thousands.
        logger[attempts === 1 ? 'warn' : 'debug'](
          { err: error, topic, partition, offset, attempts },
          'Will deliver again',
        );
        this.#attemptSince = undefined;
        await pause(redeliveryDelayMs(attempts), this.#stopping.signal);
      } finally {
        this.#attemptSince = undefined;
      }
    }
  }
}
