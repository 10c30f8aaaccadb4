import type { Logger } from '../../logging/logger.ts';
import type { ConsumeOptions, Delivery } from '../bus.ts';
import { pause } from './pause.ts';

/** Delay before a rejected record is delivered again: 100 ms, 200 ms, ... at most 2000 ms. */
const redeliveryDelayMs = (attempts: number) => Math.min(100 * 2 ** (attempts - 1), 2000);

interface PartitionWorkerOptions {
  readonly handle: ConsumeOptions['handle'];
  /** Acknowledges a handled record. */
  readonly acknowledge: (done: Delivery) => void;
  readonly logger: Logger;
}

/** Passes the records of one partition to the handler, one at a time and in order, while the partition is assigned. */
export class PartitionWorker {
  readonly #options: PartitionWorkerOptions;
  readonly #stopping = new AbortController();
  readonly #running: Promise<void>;
  readonly #queue: Delivery[] = [];
  #arrived = Promise.withResolvers<void>();
  #headSince: number | undefined;
  #attemptSince: number | undefined;
  #fault: string | undefined;

  constructor(options: PartitionWorkerOptions) {
    this.#options = options;
    this.#running = this.#run();
  }

  /** Records queued or in flight. */
  get size(): number {
    return this.#queue.length;
  }

  get stopped(): boolean {
    return this.#stopping.signal.aborted;
  }

  /** Milliseconds since the first attempt at the current record. */
  get busyMs(): number {
    return this.#headSince === undefined ? 0 : performance.now() - this.#headSince;
  }

  /** Why the last attempt at the current record failed. */
  get fault(): string | undefined {
    return this.#fault;
  }

  /** Milliseconds since the start of the handler's current attempt. */
  get silentMs(): number {
    return this.#attemptSince === undefined ? 0 : performance.now() - this.#attemptSince;
  }

  push(deliveries: readonly Delivery[]): void {
    this.#queue.push(...deliveries);
    this.#arrived.resolve();
  }

  /** Drops the queue. Resolves when the record in flight has ended and, if it was handled, has been acknowledged. */
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
        this.#fault = undefined;
        this.#queue.shift();
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
        acknowledge(delivery);
        return;
      } catch (error) {
        // Only the first failure is a warning, so that a long outage does not flood the log.
        logger[attempts === 1 ? 'warn' : 'debug'](
          { err: error, topic, partition, offset, attempts },
          'Will deliver again',
        );
        this.#attemptSince = undefined;
        this.#fault = error instanceof Error ? error.message : String(error);
        await pause(redeliveryDelayMs(attempts), this.#stopping.signal);
      } finally {
        this.#attemptSince = undefined;
      }
    }
  }
}

/** Time with one record in flight after which the readiness check fails. */
const reportAfterMs = 10_000;
/**
 * Time with one record in flight after which the consumer leaves the group, because another may reach a dependency that
 * this one cannot.
 */
const leaveAfterMs = 20_000;
/** How long the consumer then stays out of its group. */
export const asideMs = 5000;
/** Duration of a handler's attempt after which only a restart of the process can help. */
const restartAfterMs = 120_000;

type Workers = Iterable<PartitionWorker>;

const longest = (workers: Workers, measure: (worker: PartitionWorker) => number) =>
  Math.max(0, ...Array.from(workers, measure));

/** Returns null while every partition makes progress, else what is wrong. */
export function checkProgress(workers: Workers): string | null {
  for (const { busyMs, fault } of workers) {
    if (busyMs > reportAfterMs)
      return `has not finished a record for ${Math.round(busyMs / 1000)} s${fault ? `: ${fault}` : ''}`;
  }
  return null;
}

/** Returns whether another consumer should try. */
export const isStuck = (workers: Workers) => longest(workers, ({ busyMs }) => busyMs) > leaveAfterMs;

/** Returns null unless a handler hangs. */
export function checkHandlers(workers: Workers): string | null {
  const ms = longest(workers, (worker) => worker.silentMs);
  return ms > restartAfterMs ? `has been handling one record for ${Math.round(ms / 1000)} s` : null;
}
