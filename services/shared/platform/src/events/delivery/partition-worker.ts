import type { Logger } from '../../logging/logger.ts';
import type { ConsumeOptions, Delivery } from '../bus.ts';
import { pause, redeliveryDelayMs } from './redelivery.ts';

export interface PartitionWorkerOptions {
  readonly handle: ConsumeOptions['handle'];
  readonly countKnown?: ConsumeOptions['countKnown'];
  /** Tells the bus that these records, the first that waited, are done. Must not reject. */
  readonly acknowledge: (done: readonly Delivery[]) => Promise<void>;
  /** How many waiting records are few enough for more to be fetched. */
  readonly roomAt?: number;
  /** Called when there have been more of them, and no longer are. */
  readonly onRoom?: () => void;
  readonly logger: Logger;
}

/** It is asked whether records are known when so many wait: of so many, and of twice as many each time that all are. */
const many = 16;
const atOnce = 500;

/** Hands the records of one partition to the handler, one at a time and in order, for as long as the partition is ours. */
export class PartitionWorker {
  readonly #options: PartitionWorkerOptions;
  readonly #stopping = new AbortController();
  readonly #running: Promise<void>;
  readonly #queue: Delivery[] = [];
  #arrived = Promise.withResolvers<void>();
  #headSince: number | undefined;
  #attemptSince: number | undefined;
  /** How many records it is asked about next. */
  #lookAhead = many;
  /** Records that are handled before it is asked again whether those behind them are known. */
  #newOnes = 0;

  constructor(options: PartitionWorkerOptions) {
    this.#options = options;
    this.#running = this.#run();
  }

  /** Records that wait or are in hand. */
  get size(): number {
    return this.#queue.length;
  }

  /** The record in hand. */
  get head(): Delivery | undefined {
    return this.#queue[0];
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
        const known = await this.#passOverKnown();
        if (known === 0) await this.#deliver(delivery);
        this.#headSince = undefined;
        this.#drop(known || 1);
      } else {
        this.#arrived = Promise.withResolvers();
        await this.#arrived.promise;
      }
    }
  }

  #drop(count: number): void {
    const { roomAt = 0, onRoom } = this.#options;
    const before = this.#queue.length;
    this.#queue.splice(0, count);
    if (before > roomAt && this.#queue.length <= roomAt) onRoom?.();
  }

  /**
   * After a bus has lost what it held a day's events come again: one by one they would keep new ones waiting.
   * @returns how many were acknowledged without being handled
   */
  async #passOverKnown(): Promise<number> {
    const { countKnown, acknowledge } = this.#options;
    if (this.#newOnes > 0) this.#newOnes -= 1;
    if (!countKnown || this.#queue.length < many || this.#newOnes > 0) return 0;
    const waiting = this.#queue.slice(0, this.#lookAhead);
    // Where that cannot be told handling says what is wrong.
    const known = await countKnown(waiting).catch(() => 0);
    this.#lookAhead = known === waiting.length ? Math.min(2 * this.#lookAhead, atOnce) : many;
    if (known > 0) await acknowledge(this.#queue.slice(0, known));
    else this.#newOnes = many;
    return known;
  }

  async #deliver(delivery: Delivery): Promise<void> {
    const { handle, acknowledge, logger } = this.#options;
    const { topic, partition, offset } = delivery;
    for (let attempts = 1; !this.stopped; attempts += 1) {
      this.#attemptSince = performance.now();
      try {
        await handle(delivery, this.#stopping.signal);
        await acknowledge([delivery]);
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
