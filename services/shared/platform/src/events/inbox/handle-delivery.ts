import type { Work } from '../../database/work.ts';
import { isDependencyFault } from '../../errors/dependency-faults.ts';
import type { Logger } from '../../logging/logger.ts';
import { inSpan } from '../../tracing/spans.ts';
import type { Delivery, EventBus } from '../bus.ts';
import { publishDeadLetter } from '../dead-letters/dead-letter.ts';
import { pause } from '../delivery/redelivery.ts';
import type { EventHandler } from '../handler.ts';
import type { ConsumerMetrics, Outcome } from './consumer-metrics.ts';
import { admit } from './inbox.ts';
import { InvalidEventError, type ParsedEvent, parseEvent } from './parse-event.ts';

export interface DeliveryHandling {
  readonly consumer: string;
  readonly bus: EventBus;
  readonly work: Work;
  /** By event type. */
  readonly handlers: ReadonlyMap<string, EventHandler>;
  readonly metrics: ConsumerMetrics;
  readonly logger: Logger;
}

/** How often a handler may fail before its event is put aside. */
const mostAttempts = 5;
const firstRetryMs = 50;

/**
 * Handles one record so that its effect happens once. Resolves when the record may be acknowledged: handled, known
 * already, of no concern, or put aside as a dead letter.
 * @throws when something that we depend on is away, so that the bus delivers the record again
 */
export async function handleDelivery(
  handling: DeliveryHandling,
  delivery: Delivery,
  signal: AbortSignal,
): Promise<void> {
  let parsed: ParsedEvent | undefined;
  try {
    parsed = parseEvent(delivery.value, handling.handlers);
  } catch (error) {
    const eventId = error instanceof InvalidEventError ? error.eventId : undefined;
    return putAside(handling, delivery, { type: 'unknown', eventId, error, attempts: 1 });
  }
  if (!parsed) return handling.metrics.count(delivery.topic, 'unknown', 'ignored');
  const { type, traceparent } = parsed.event;
  const attributes = { 'messaging.destination.name': delivery.topic, 'messaging.message.id': parsed.event.id };
  const known = parsed;
  return inSpan({ name: `handle ${type}`, kind: 'consumer', traceparent, attributes }, () =>
    handleUntilDone(handling, delivery, known, signal),
  );
}

async function handleUntilDone(
  handling: DeliveryHandling,
  delivery: Delivery,
  parsed: ParsedEvent,
  signal: AbortSignal,
): Promise<void> {
  const { id: eventId, type, time } = parsed.event;
  for (let attempts = 1; ; attempts += 1) {
    try {
      const outcome = await handleOnce(handling, delivery.topic, parsed);
      handling.metrics.count(delivery.topic, type, outcome);
      handling.metrics.lag(delivery.topic, (Date.now() - Date.parse(time)) / 1000);
      return;
    } catch (error) {
      if (isDependencyFault(error) || signal.aborted) throw error;
      if (attempts >= mostAttempts) return putAside(handling, delivery, { type, eventId, error, attempts });
      await pause(firstRetryMs * 2 ** (attempts - 1), signal);
    }
  }
}

/** Inbox record and effect in one transaction. */
function handleOnce({ work, consumer }: DeliveryHandling, topic: string, parsed: ParsedEvent): Promise<Outcome> {
  return work.transaction(async (transaction) => {
    const { event, data, handler } = parsed;
    const admission = await admit(transaction.em, consumer, topic, event);
    if (admission !== 'new') return admission;
    await handler.handle({ ...transaction, data, version: event.aggregateversion, time: new Date(event.time) });
    return 'handled';
  });
}

async function putAside(
  { bus, consumer, metrics, logger }: DeliveryHandling,
  delivery: Delivery,
  cause: { readonly type: string; readonly eventId: string | undefined; error: unknown; attempts: number },
): Promise<void> {
  const { topic, partition, offset } = delivery;
  const { type, eventId, error, attempts } = cause;
  await publishDeadLetter(bus, delivery, { consumer, eventId, error, attempts });
  metrics.count(topic, type, 'dead_letter');
  metrics.deadLetter(topic);
  logger.error(
    { err: error, topic, partition, offset, eventId, type, attempts },
    'Put an event aside as a dead letter',
  );
}
