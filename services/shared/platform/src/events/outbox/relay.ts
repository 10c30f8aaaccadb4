import { randomUUID } from 'node:crypto';
import type { TopicSettings } from '@nightshelf/contracts/events/topics.ts';
import type { Registry } from 'prom-client';
import type { Logger } from '../../logging/logger.ts';
import type { EventBus } from '../bus.ts';
import { pause } from '../delivery/redelivery.ts';
import { measureRelay, type RelayMetrics } from './relay-metrics.ts';
import { RelaySession, type RelaySessionOptions } from './relay-session.ts';

export interface RelayOptions {
  readonly databaseUrl: string;
  readonly bus: EventBus;
  readonly topics: Readonly<Record<string, TopicSettings>>;
  readonly logger: Logger;
  readonly registry: Registry;
}

/** Interval between polls for events of other processes. */
const pollMs = 100;
/** The same while there were none for a while: an idle product uses hardly any processor time. */
const idlePollMs = 1000;
const idleAfterMs = 10_000;
/** Longest delay while the database or the bus is unavailable. */
const longestBackoffMs = 800;
/** Time without progress after which a drain gives up. */
const drainPatienceMs = 60_000;

/**
 * Publishes outbox rows to the bus, at least once, in order per key. The relays of a database share the partitions;
 * those of a dead relay pass to the others. The database and the bus may be unavailable at any time, also at the start.
 */
export class Relay {
  readonly #options: RelaySessionOptions;
  readonly #metrics: RelayMetrics;
  readonly #id = randomUUID();
  readonly #stopping = new AbortController();
  #session: RelaySession | undefined;
  #running: Promise<void> | undefined;
  #woken = false;
  #publishedAt = Number.NEGATIVE_INFINITY;
  #wake: (() => void) | undefined;

  constructor({ databaseUrl, bus, topics, logger, registry }: RelayOptions) {
    this.#metrics = measureRelay(
      registry,
      async () => this.#session?.depth(),
      () => this.#running && (this.#session?.shares.usable() ?? []),
    );
    this.#options = {
      databaseUrl,
      bus,
      topics,
      logger,
      onPublished: (count) => {
        this.#metrics.published.inc(count);
        if (count > 0) this.#publishedAt = performance.now();
      },
      onFailed: (count) => this.#metrics.failures.inc(count),
    };
  }

  start(): void {
    this.#running ??= this.#run();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#wake?.();
    await this.#running;
  }

  /** Signals that there is something to publish. Has no effect without a relay. */
  wake(): void {
    this.#woken = true;
    this.#wake?.();
  }

  /**
   * Publishes all pending events, or waits until other relays have, for commands that end afterwards.
   * @throws when the bus refuses an event, or there is no progress for a minute
   */
  async drain(): Promise<void> {
    this.wake();
    let progressAt = performance.now();
    let pending = Number.POSITIVE_INFINITY;
    let fault: unknown = new Error('Nobody publishes');
    let session: RelaySession | undefined;
    const guest = { id: randomUUID(), guest: true };
    try {
      while (performance.now() - progressAt < drainPatienceMs) {
        try {
          if (session?.fallen) await session.close();
          if (!session || session.fallen) session = await RelaySession.open(this.#options, guest);
          while ((await session.publishBatch()).more) progressAt = performance.now();
          const depth = await session.depth();
          if (depth.count === 0) return;
          if (depth.failing > 0 && depth.failing === depth.count)
            throw new DrainError(`Events that the bus refuses: ${depth.failing}`);
          if (depth.count < pending) progressAt = performance.now();
          pending = depth.count;
        } catch (error) {
          if (error instanceof DrainError) throw error;
          fault = error;
        }
        await pause(pollMs);
      }
      throw new Error('Could not publish what is pending', { cause: fault });
    } finally {
      await session?.close();
    }
  }

  async #run(): Promise<void> {
    const { logger } = this.#options;
    const { signal } = this.#stopping;
    let failures = 0;
    while (!signal.aborted) {
      try {
        await this.#turn();
        if (failures > 0) logger.info('Publishes events again');
        failures = 0;
      } catch (error) {
        failures += 1;
        logger[failures === 1 ? 'warn' : 'debug']({ err: error, failures }, 'Cannot publish events for now');
        await pause(Math.min(50 * 2 ** Math.min(failures, 10), longestBackoffMs), signal);
      }
    }
    await this.#session?.close();
  }

  /** Polls the outbox once, then waits for the next poll. */
  async #turn(): Promise<void> {
    if (this.#session?.fallen) {
      await this.#session.close();
      this.#session = undefined;
    }
    this.#session ??= await RelaySession.open(this.#options, { id: this.#id, guest: false });
    this.#woken = false;
    const { more } = await this.#session.publishBatch();
    if (!more) await this.#rest();
  }

  #rest(): Promise<void> {
    if (this.#woken || this.#stopping.signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const isIdle = performance.now() - this.#publishedAt > idleAfterMs;
      const timer = setTimeout(resolve, isIdle ? idlePollMs : pollMs);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

class DrainError extends Error {}
