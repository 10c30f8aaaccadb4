import { Counter, Gauge, type Registry } from 'prom-client';
import { pause } from '../delivery/pause.ts';
import type { Depth } from './outbox-table.ts';
import { type Batch, RelaySession, type RelaySessionOptions } from './relay-session.ts';

interface RelayMetrics {
  readonly published: Counter;
  readonly failures: Counter;
}

/**
 * Every relaying process reports the whole outbox, even when no relay can publish; other processes report nothing.
 * @param depth read at each scrape; undefined without a relay
 */
export function measureRelay(registry: Registry, depth: () => Promise<Depth | undefined>): RelayMetrics {
  const registers = [registry];
  let request: Promise<Depth | undefined> | undefined;
  // One query for all gauges of a scrape. An unavailable database must not fail the scrape, so the gauges keep their
  // last values.
  const current = () => {
    request ??= depth()
      .catch(() => undefined)
      .finally(() => {
        request = undefined;
      });
    return request;
  };
  const report = (name: string, help: string, figure: (depth: Depth) => number) => {
    const gauge = new Gauge({
      name,
      help,
      registers,
      async collect() {
        const now = await current();
        if (now) this.set(figure(now));
      },
    });
    // Without a relay the gauge would show 0 and hide that no relay exists.
    gauge.remove();
  };
  report('outbox_depth', 'Unpublished events; 100000 also stands for more', ({ count }) => count);
  report('outbox_oldest_seconds', 'Age of the oldest unpublished event', (depth) => depth.oldestSeconds);
  report(
    'outbox_republish_depth',
    'Outbox ids still to be checked for events that the bus has lost',
    ({ again }) => again,
  );
  return {
    published: new Counter({ name: 'outbox_published_total', help: 'Events published to the bus', registers }),
    failures: new Counter({ name: 'outbox_failures_total', help: 'Events that the bus refused', registers }),
  };
}

interface RelayOptions extends RelaySessionOptions {
  readonly registry: Registry;
  /** Interval between polls for events of other processes while there have been none for a while. */
  readonly idlePollMs?: number;
}

const batchSize = 500;
/** The same after a failure, so that a slow bus gets done with a batch in time. */
const carefulBatchSize = 50;
/** Interval between polls for events of other processes. */
const pollMs = 100;
const idleAfterMs = 10_000;
/** Delay before a woken relay tries again while another one is publishing. */
const busyPollMs = 20;
/** Longest delay while the database or the bus is unavailable. */
const longestBackoffMs = 800;
/** Time without progress after which a drain gives up. */
const drainTimeoutMs = 60_000;

/**
 * Publishes outbox rows to the bus, at least once, in order per key. Of all relays of a database one at a time
 * publishes. The database and the bus may be unavailable at any time, also at the start.
 */
export class Relay {
  readonly #options: RelayOptions;
  readonly #metrics: RelayMetrics;
  readonly #session: RelaySession;
  readonly #stopping = new AbortController();
  #running: Promise<void> | undefined;
  #isWoken = false;
  #lastFault: unknown;
  #publishedAt = Number.NEGATIVE_INFINITY;
  #wake: (() => void) | undefined;

  constructor(options: RelayOptions) {
    this.#options = options;
    this.#session = new RelaySession(options);
    this.#metrics = measureRelay(options.registry, async () => (this.#running ? this.#session.depth() : undefined));
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
    this.#isWoken = true;
    this.#wake?.();
  }

  /**
   * Waits until this started relay or another has published all pending events, for commands that end afterwards.
   * @throws when the bus refuses an event, or there is no progress for a minute
   */
  async drain(timeoutMs = drainTimeoutMs): Promise<void> {
    let [pending, progressAt] = [Number.POSITIVE_INFINITY, performance.now()];
    while (performance.now() - progressAt < timeoutMs) {
      const { count, failing } = await this.#session.depth().catch(() => ({ count: pending, failing: 0 }));
      if (count === 0) return;
      if (failing === count) throw new Error(`Events that the bus refuses: ${failing}`);
      if (count < pending) progressAt = performance.now();
      pending = count;
      await pause(pollMs);
    }
    throw new Error('Could not publish what is pending', { cause: this.#lastFault });
  }

  async #run(): Promise<void> {
    const { logger } = this.#options;
    const { signal } = this.#stopping;
    let failures = 0;
    while (!signal.aborted) {
      const wasWoken = this.#isWoken;
      this.#isWoken = false;
      try {
        if (!wasWoken && failures === 0 && !(await this.#session.hasWork())) {
          await this.#rest();
          continue;
        }
        const { more, busy } = this.#count(
          await this.#session.publishBatch(failures > 0 ? carefulBatchSize : batchSize),
        );
        if (failures > 0) logger.info('Publishes events again');
        failures = 0;
        if (busy && wasWoken) {
          this.#isWoken = true;
          await pause(busyPollMs, signal);
        } else if (!more) await this.#rest();
      } catch (error) {
        failures += 1;
        this.#lastFault = error;
        logger[failures === 1 ? 'warn' : 'debug']({ err: error, failures }, 'Cannot publish events for now');
        await pause(Math.min(50 * 2 ** Math.min(failures, 10), longestBackoffMs), signal);
      }
    }
    await this.#session.close();
  }

  /** @throws when the bus was at fault */
  #count(batch: Batch): Batch {
    this.#metrics.published.inc(batch.published);
    this.#metrics.failures.inc(batch.failed);
    if (batch.published > 0) this.#publishedAt = performance.now();
    if (batch.fault) throw batch.fault;
    return batch;
  }

  #rest(): Promise<void> {
    if (this.#isWoken || this.#stopping.signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const isIdle = performance.now() - this.#publishedAt > idleAfterMs;
      const timer = setTimeout(resolve, isIdle ? (this.#options.idlePollMs ?? 1000) : pollMs);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
