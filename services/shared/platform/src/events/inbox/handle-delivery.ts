import type { Transaction } from '../../database/transaction.ts';
import type { Work } from '../../database/work.ts';
import { isDependencyFault } from '../../errors/dependency-faults.ts';
import type { Logger } from '../../logging/logger.ts';
import { inSpan } from '../../tracing/spans.ts';
import type { Delivery } from '../bus.ts';
import { type DeadLetterCause, keepDeadLetter } from '../dead-letters/dead-letters.ts';
import { inTime, pause } from '../delivery/pause.ts';
import { admitSnapshot } from '../projections/admit-snapshot.ts';
import type { Projection } from '../projections/projection.ts';
import type { ConsumerMetrics, Outcome } from './consumer-metrics.ts';
import { admit, TookTooLongError } from './inbox.ts';
import {
  type EventKnowledge,
  InvalidEventError,
  mostAttempts,
  type ParsedEvent,
  parseEvent,
  reasonOf,
} from './parse-event.ts';

/** Dependencies for handling an event or a dead letter. */
export interface EventHandling extends EventKnowledge {
  /** The service. */
  readonly consumer: string;
  readonly work: Work;
  /** Time limit of a handler. */
  readonly timeoutMs: number;
  /** The copies that snapshots verify. */
  readonly projections?: readonly Projection[];
}

/**
 * Writes the inbox record and runs the effect in the given transaction, with a time limit: PostgreSQL ends a running
 * statement, this process anything else. Later statements of the handler meet a transaction that has ended.
 */
export function handleEvent(
  { consumer, timeoutMs, projections = [] }: EventHandling,
  transaction: Transaction,
  topic: string,
  { event, data, handler }: ParsedEvent,
): Promise<Extract<Outcome, 'handled' | 'duplicate' | 'passed'>> {
  const handle = async () => {
    const projection = event.snapshot ? projections.find((one) => one.topic === topic) : undefined;
    const admitting = { consumer, topic, timeoutMs };
    const admission = projection
      ? await admitSnapshot(transaction.em, admitting, projection, event, data)
      : await admit(transaction.em, admitting, event);
    if (admission !== 'new') return admission;
    await handler.handle({
      ...transaction,
      data,
      version: event.aggregateversion,
      time: new Date(event.time),
      republished: event.republished ?? false,
    });
    return 'handled';
  };
  return inTime(timeoutMs, handle(), () => new TookTooLongError(timeoutMs));
}

interface DeliveryHandling extends EventHandling {
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
  const { metrics } = handling;
  let parsed: ParsedEvent | undefined;
  try {
    parsed = parseEvent(delivery.value, handling);
  } catch (error) {
    const about = error instanceof InvalidEventError ? error.about : { eventId: undefined, type: undefined };
    return putAside(handling, delivery, { ...about, error, attempts: 1 });
  }
  if (!parsed) return metrics.count(delivery.topic, 'unknown', 'ignored');
  const { type, traceparent, id } = parsed.event;
  const attributes = { 'messaging.destination.name': delivery.topic, 'messaging.message.id': id };
  const known = parsed;
  await inSpan({ name: `handle ${type}`, kind: 'consumer', traceparent, attributes }, () =>
    handleUntilDone(handling, delivery, known, signal),
  );
  metrics.end(delivery);
}

async function handleUntilDone(
  handling: DeliveryHandling,
  delivery: Delivery,
  parsed: ParsedEvent,
  signal: AbortSignal,
): Promise<void> {
  const { work, metrics, logger } = handling;
  const { topic } = delivery;
  const { id: eventId, type, time } = parsed.event;
  for (let attempts = 1; ; attempts += 1) {
    metrics.begin(delivery, Date.parse(time));
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
  { consumer, work, metrics, logger }: DeliveryHandling,
  delivery: Delivery,
  about: Pick<DeadLetterCause, 'type' | 'eventId' | 'error' | 'attempts'>,
): Promise<void> {
  const cause = { ...about, consumer, reason: reasonOf(about.error) };
  await work.transaction(({ em }) => keepDeadLetter(em, delivery, cause));
  const { topic, partition, offset } = delivery;
  const { error, reason, ...rest } = cause;
  const isUnknown = reason === 'unknown';
  // An external name must not become a label, because the number of labels would be unbounded.
  metrics.count(topic, reason === 'malformed' || isUnknown ? 'unknown' : (about.type ?? 'unknown'), 'dead_letter');
  metrics.deadLetter(topic, reason);
  logger[isUnknown ? 'warn' : 'error'](
    { ...(isUnknown ? {} : { err: error }), topic, partition, offset, reason, ...rest },
    isUnknown ? 'Keeps an event for the release that knows its type' : 'Put an event aside as a dead letter',
  );
}
