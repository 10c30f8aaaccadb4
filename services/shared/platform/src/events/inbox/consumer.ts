import { events } from '@nightshelf/contracts/events/index.ts';
import { deadLetterRetentionMs, type TopicSettings } from '@nightshelf/contracts/events/topics.ts';
import type { Registry } from 'prom-client';
import type { Work } from '../../database/work.ts';
import type { Check } from '../../http/operations.ts';
import { Worker } from '../../jobs/worker.ts';
import type { Logger } from '../../logging/logger.ts';
import type { BusConsumer, EventBus } from '../bus.ts';
import { countDeadLetters } from '../dead-letters/dead-letters.ts';
import { replayDueDeadLetters } from '../dead-letters/replay-dead-letters.ts';
import { inTime, pause } from '../delivery/pause.ts';
import type { EventHandler } from '../handler.ts';
import type { Projection } from '../projections/projection.ts';
import { measureConsumer } from './consumer-metrics.ts';
import { type EventHandling, handleDelivery } from './handle-delivery.ts';
import { handlerTimeoutMs, hasSeen, pruneOld } from './inbox.ts';

export interface ConsumerOptions {
  /** The service's name, also its consumer group. */
  readonly service: string;
  readonly bus: EventBus;
  readonly work: Work;
  readonly handlers: readonly EventHandler[];
  readonly topics: Readonly<Record<string, TopicSettings>>;
  readonly logger: Logger;
  readonly registry: Registry;
  /** All event types that this release knows; the contracts' by default. */
  readonly known?: readonly string[];
  /** Time limit of a handler. */
  readonly timeoutMs?: number;
  /** Interval between polls for due dead letters. */
  readonly replayEveryMs?: number;
  /** Called until it succeeds when the bus has lost events of a topic that this consumer had not received. */
  readonly onMissed?: (topic: string) => Promise<void>;
  /** The copies that snapshots verify. */
  readonly projections?: readonly Projection[];
}

export interface RunningConsumer {
  /** Finishes the events in flight. */
  stop(): Promise<void>;
  /** Returns the unacknowledged records of a topic; undefined when unknown. */
  lag(topic: string): Promise<number | undefined>;
  /** Whether events are being received. */
  readonly check: Check;
  /** Whether only a restart can help. */
  readonly liveness: Check;
}

const pruneIntervalMs = 600_000;
const figureTimeoutMs = 1000;
const replayEveryMs = 5000;
const retryRequestMs = 1000;

/** Returns what a consumer needs to handle events and dead letters. */
export const handlingOf = (
  options: Pick<ConsumerOptions, 'service' | 'work' | 'handlers' | 'known' | 'timeoutMs' | 'projections'>,
): EventHandling => ({
  consumer: options.service,
  work: options.work,
  handlers: new Map(options.handlers.map((handler) => [handler.definition.type, handler])),
  known: new Set(options.known ?? events.map(({ type }) => type)),
  timeoutMs: options.timeoutMs ?? handlerTimeoutMs,
  projections: options.projections ?? [],
});

/**
 * Receives the events of the handlers, with one effect for each. Retries until the bus is available, also at the start.
 */
export function startConsumer(options: ConsumerOptions): RunningConsumer {
  const { service, bus, work, topics, logger, registry } = options;
  const names = [...new Set(options.handlers.map(({ definition }) => definition.topic))];
  const subscribed = Object.fromEntries(
    Object.entries(topics).filter(([topic]) => names.some((name) => name === topic)),
  );
  const stopping = new AbortController();
  let consumer: BusConsumer | undefined;
  let fault = 'has not started yet';

  const figure = <Figure>(read: Promise<Figure> | undefined) =>
    read && inTime(figureTimeoutMs, read).catch(() => undefined);
  const lag = async () => figure(consumer?.lag());
  const definitions = options.handlers.map(({ definition }) => definition);
  const metrics = measureConsumer(registry, definitions, {
    lag,
    kept: async () => figure(countDeadLetters(work.query(), service)),
  });
  const handling = { ...handlingOf(options), metrics, logger };

  let requestFault: string | null = null;
  /** A new service has seen nothing, and requests its first snapshots anyway. */
  const request = async (topic: string) => {
    if (!(await hasSeen(work.query(), service, topic))) return;
    logger.warn({ topic }, 'The bus has dropped events that were not received, or forgotten what was received');
    await options.onMissed?.(topic);
  };
  /** @throws when the consumer stops before it succeeds */
  const requestUntilDone = async (topic: string): Promise<void> => {
    for (;;) {
      stopping.signal.throwIfAborted();
      try {
        await request(topic);
        requestFault = null;
        return;
      } catch (error) {
        requestFault = `cannot request the missed events: ${error instanceof Error ? error.message : String(error)}`;
        logger.debug({ err: error, topic }, 'Cannot request the missed events yet');
        await pause(retryRequestMs, stopping.signal);
      }
    }
  };
  const requesting = new Map<string, Promise<void>>();
  /** Requests the missed events once for all partitions. */
  const onMissed = (topic: string) => {
    const pending = requesting.get(topic) ?? requestUntilDone(topic).finally(() => requesting.delete(topic));
    requesting.set(topic, pending);
    return pending;
  };

  const subscribe = async () => {
    for (let attempts = 1; !stopping.signal.aborted && !consumer; attempts += 1) {
      try {
        await bus.ensureTopics(subscribed);
        consumer = await bus.consume({
          group: service,
          topics: names,
          handle: (delivery, signal) => handleDelivery(handling, delivery, signal),
          onMissed,
        });
      } catch (error) {
        fault = error instanceof Error ? error.message : String(error);
        logger[attempts === 1 ? 'warn' : 'debug']({ err: error, attempts }, 'Cannot subscribe to events yet');
        await pause(Math.min(100 * 2 ** Math.min(attempts - 1, 10), 1000), stopping.signal);
      }
    }
  };

  const keptMs = 2 * Math.max(...Object.values(subscribed).map(({ retentionMs }) => retentionMs));
  const jobs = [
    new Worker({
      name: 'replay-dead-letters',
      idleMs: options.replayEveryMs ?? replayEveryMs,
      logger,
      step: () => replayDueDeadLetters(handling, { logger, signal: stopping.signal }),
    }),
    new Worker({
      name: 'prune-inbox',
      idleMs: pruneIntervalMs,
      logger,
      step: async () => {
        const more = await pruneOld(work, 'inbox_events', service, keptMs);
        return (await pruneOld(work, 'dead_letters', service, deadLetterRetentionMs)) || more;
      },
    }),
  ];
  for (const job of jobs) void job.start();
  const subscribing = subscribe();
  return {
    stop: async () => {
      stopping.abort();
      await Promise.all([subscribing, ...jobs.map((job) => job.stop())]);
      await consumer?.stop();
    },
    lag: async (topic) => (await lag())?.[topic],
    check: () => (consumer ? (requestFault ?? consumer.check()) : fault),
    liveness: () => consumer?.broken() ?? null,
  };
}
