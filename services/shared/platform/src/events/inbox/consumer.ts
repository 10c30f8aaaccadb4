import type { TopicSettings } from '@nightshelf/contracts';
import type { Registry } from 'prom-client';
import type { Work } from '../../database/work.ts';
import type { Check } from '../../http/operations.ts';
import type { Logger } from '../../logging/logger.ts';
import type { BusConsumer, EventBus } from '../bus.ts';
import { withDeadLetterTopics } from '../dead-letters/topics.ts';
import { pause } from '../delivery/redelivery.ts';
import type { EventHandler } from '../handler.ts';
import { measureConsumer } from './consumer-metrics.ts';
import { handleDelivery } from './handle-delivery.ts';
import { pruneInbox } from './inbox.ts';

export interface ConsumerOptions {
  /** The service's name; also the consumer group. */
  readonly service: string;
  readonly bus: EventBus;
  readonly work: Work;
  readonly handlers: readonly EventHandler[];
  readonly topics: Readonly<Record<string, TopicSettings>>;
  readonly logger: Logger;
  readonly registry: Registry;
}

export interface RunningConsumer {
  /** Lets the events in hand finish. */
  stop(): Promise<void>;
  /** Whether events are being received. */
  readonly check: Check;
  /** Whether the consumer is beyond help but by a restart. */
  readonly liveness: Check;
}

const pruneIntervalMs = 600_000;
const lagTimeoutMs = 1000;

/**
 * Receives the events that the handlers are for, each effect once. A bus that is away only delays: it is tried again
 * until it is there, also at the start.
 */
export function startConsumer(options: ConsumerOptions): RunningConsumer {
  const { service, bus, work, topics, logger, registry } = options;
  const handlers = new Map(options.handlers.map((handler) => [handler.definition.type, handler]));
  const names = [...new Set(options.handlers.map(({ definition }) => definition.topic))];
  const subscribed = Object.fromEntries(
    Object.entries(topics).filter(([topic]) => names.some((name) => name === topic)),
  );
  const stopping = new AbortController();
  let consumer: BusConsumer | undefined;
  let fault = 'has not started yet';

  const metrics = measureConsumer(registry, names, async () => {
    const timeout = pause(lagTimeoutMs, stopping.signal).then(() => undefined);
    return Promise.race([consumer?.lag().catch(() => undefined), timeout]);
  });
  const handling = { consumer: service, bus, work, handlers, metrics, logger };

  const subscribe = async () => {
    for (let attempts = 1; !stopping.signal.aborted && !consumer; attempts += 1) {
      try {
        await bus.ensureTopics(withDeadLetterTopics(subscribed));
        consumer = await bus.consume({
          group: service,
          topics: names,
          handle: (delivery, signal) => handleDelivery(handling, delivery, signal),
        });
      } catch (error) {
        fault = error instanceof Error ? error.message : String(error);
        logger[attempts === 1 ? 'warn' : 'debug']({ err: error, attempts }, 'Cannot subscribe to events yet');
        await pause(Math.min(100 * 2 ** Math.min(attempts - 1, 10), 1000), stopping.signal);
      }
    }
  };

  const prune = async () => {
    const keepMs = 2 * Math.max(...Object.values(subscribed).map(({ retentionMs }) => retentionMs));
    while (!stopping.signal.aborted) {
      await pruneInbox(work, service, keepMs).catch((error) =>
        logger.debug({ err: error }, 'Could not prune the inbox'),
      );
      await pause(pruneIntervalMs, stopping.signal);
    }
  };

  const subscribing = subscribe();
  const pruning = prune();
  return {
    stop: async () => {
      stopping.abort();
      await Promise.all([subscribing, pruning]);
      await consumer?.stop();
    },
    check: () => (consumer ? consumer.check() : fault),
    liveness: () => consumer?.broken() ?? null,
  };
}
