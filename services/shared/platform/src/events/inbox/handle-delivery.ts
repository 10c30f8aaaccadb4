import { isDependencyFault } from '../../errors/dependency-faults.ts';
import type { Logger } from '../../logging/logger.ts';
import { inSpan } from '../../tracing/spans.ts';
import type { Delivery } from '../bus.ts';
import type { BusCopies } from '../dead-letters/bus-copies.ts';
import type { DeadLetterCause } from '../dead-letters/dead-letter.ts';
import { keepDeadLetter } from '../dead-letters/keep-dead-letter.ts';
import { pause } from '../delivery/redelivery.ts';
import type { ConsumerMetrics } from './consumer-metrics.ts';
import { type EventHandling, handleEvent } from './handle-event.ts';
import type { InHand } from './in-hand.ts';
import { InvalidEventError, type ParsedEvent, parseEvent, UnknownEventError } from './parse-event.ts';
import { mostAttempts, reasonOf } from './reasons.ts';

export interface DeliveryHandling extends EventHandling {
  readonly copies: BusCopies;
  readonly inHand: InHand;
  readonly metrics: ConsumerMetrics;
  readonly logger: Logger;
}

const firstRetryMs = 50;

/**
 * Handles one record with exactly one effect. Resolves when the record may be acknowledged: handled, known, irrelevant,
 * or stored as a dead letter. A dead letter blocks no later events of its subject, because these carry the whole state
 * with a higher version, and a later replay of the old one changes nothing.
 * @throws when a dependency is unavailable, so that the bus delivers the record again
 */
export async function handleDelivery(
  handling: DeliveryHandling,
  delivery: Delivery,
  signal: AbortSignal,
): Promise<void> {
  const { inHand } = handling;
  try {
    await handleRecord(handling, delivery, signal);
    inHand.done(delivery);
  } catch (error) {
    // A reassigned partition may come back, as when leases expire; otherwise the entry expires.
    if (!signal.aborted) inHand.wait(delivery, error);
    throw error;
  }
}

async function handleRecord(handling: DeliveryHandling, delivery: Delivery, signal: AbortSignal): Promise<void> {
  const { metrics, inHand } = handling;
  inHand.take(delivery);
  let parsed: ParsedEvent | undefined;
  try {
    parsed = parseEvent(delivery.value, handling);
  } catch (error) {
    const isTelling = error instanceof InvalidEventError || error instanceof UnknownEventError;
    const { eventId, type } = isTelling ? error.told : { eventId: undefined, type: undefined };
    return putAside(handling, delivery, { eventId, type, error, attempts: 1 });
  }
  if (!parsed) return metrics.count(delivery.topic, 'unknown', 'ignored');
  const { type, traceparent, id, time } = parsed.event;
  inHand.take(delivery, Date.parse(time));
  const attributes = { 'messaging.destination.name': delivery.topic, 'messaging.message.id': id };
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
  const { work, metrics, inHand, logger } = handling;
  const { topic } = delivery;
  const { id: eventId, type, time } = parsed.event;
  for (let attempts = 1; ; attempts += 1) {
    inHand.take(delivery);
    try {
      const outcome = await work.transaction((transaction) => handleEvent(handling, transaction, topic, parsed));
      metrics.count(topic, type, outcome);
      logger.debug({ topic, type, event: eventId, outcome }, 'Received an event');
      metrics.lag(topic, (Date.now() - Date.parse(time)) / 1000);
      return;
    } catch (error) {
      if (signal.aborted || isDependencyFault(error)) throw error;
      if (attempts >= mostAttempts[reasonOf(error)])
        return putAside(handling, delivery, { type, eventId, error, attempts });
      await pause(firstRetryMs * 2 ** (attempts - 1), signal);
    }
  }
}

async function putAside(
  { consumer, work, copies, metrics, logger }: DeliveryHandling,
  delivery: Delivery,
  told: Pick<DeadLetterCause, 'type' | 'eventId' | 'error' | 'attempts'>,
): Promise<void> {
  const cause = { ...told, consumer, reason: reasonOf(told.error) };
  await work.transaction(({ em }) => keepDeadLetter(em, delivery, cause));
  const { topic, partition, offset } = delivery;
  const { error, reason, ...about } = cause;
  const isUnknown = reason === 'unknown';
  // An external name must not become a label, because the number of labels would be unbounded.
  metrics.count(topic, reason === 'malformed' || isUnknown ? 'unknown' : (told.type ?? 'unknown'), 'dead_letter');
  metrics.deadLetter(topic, reason);
  logger[isUnknown ? 'warn' : 'error'](
    { ...(isUnknown ? {} : { err: error }), topic, partition, offset, reason, ...about },
    isUnknown ? 'Keeps an event for the release that knows its type' : 'Put an event aside as a dead letter',
  );
  // Events of a newer release may be many and are no fault.
  if (!isUnknown) copies.send(delivery, cause);
}
