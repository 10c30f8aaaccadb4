import { deadLetterTopic } from '@nightshelf/contracts';
import type { BusRecord, Delivery, EventBus } from '../bus.ts';

/** Why and by whom an event was put aside. */
export interface DeadLetterCause {
  readonly consumer: string;
  readonly eventId: string | undefined;
  readonly error: unknown;
  readonly attempts: number;
}

/** An event that was put aside, with where it came from. */
export interface DeadLetter {
  readonly topic: string;
  readonly partition: string;
  readonly offset: string;
  readonly consumer: string;
  readonly eventId: string;
  readonly error: string;
  readonly attempts: string;
  readonly time: string;
  /** The record as it was, to be published again. */
  readonly original: BusRecord;
}

const prefix = 'dead-letter-';
const longestError = 1000;

/**
 * Puts an event aside: key, value and headers as they were, so the same event id, with where it came from and why.
 * @throws when the bus does not take it; the event then is still unacknowledged
 */
export async function publishDeadLetter(bus: EventBus, delivery: Delivery, cause: DeadLetterCause): Promise<void> {
  const { topic, partition, offset, key, value, headers } = delivery;
  const message = cause.error instanceof Error ? `${cause.error.name}: ${cause.error.message}` : String(cause.error);
  const [outcome] = await bus.publish([
    {
      topic: deadLetterTopic(topic),
      key,
      value,
      headers: {
        ...headers,
        [`${prefix}topic`]: topic,
        [`${prefix}partition`]: String(partition),
        [`${prefix}offset`]: offset,
        [`${prefix}consumer`]: cause.consumer,
        [`${prefix}event-id`]: cause.eventId ?? '',
        [`${prefix}error`]: message.slice(0, longestError),
        [`${prefix}attempts`]: String(cause.attempts),
        [`${prefix}time`]: new Date().toISOString(),
      },
    },
  ]);
  if (outcome) throw outcome;
}

export function toDeadLetter({ topic, key, value, headers }: Delivery): DeadLetter {
  const told = (name: string) => headers[`${prefix}${name}`] ?? '';
  const originalTopic = told('topic') || topic.replace(/\.dead-letter$/, '');
  const originalHeaders = Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith(prefix)));
  return {
    topic: originalTopic,
    partition: told('partition'),
    offset: told('offset'),
    consumer: told('consumer'),
    eventId: told('event-id'),
    error: told('error'),
    attempts: told('attempts'),
    time: told('time'),
    original: { topic: originalTopic, key, value, headers: originalHeaders },
  };
}
