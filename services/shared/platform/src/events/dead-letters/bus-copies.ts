import { deadLetterTopic } from '@nightshelf/contracts/events/topics.ts';
import type { Logger } from '../../logging/logger.ts';
import type { EventBus } from '../bus.ts';
import { type DeadLetterCause, type DeliveredRecord, errorText } from './dead-letters.ts';

const prefix = 'dead-letter-';
/** Maximum copies in flight; further ones are dropped. */
const mostUnderWay = 100;

/**
 * Copies dead letters to `<topic>.dead-letter` for observers of the bus. The consumer's database is authoritative, so a
 * failed copy is not retried.
 */
export class BusCopies {
  readonly #bus: EventBus;
  readonly #logger: Logger;
  readonly #underWay = new Set<Promise<void>>();

  constructor(bus: EventBus, logger: Logger) {
    this.#bus = bus;
    this.#logger = logger;
  }

  send(record: DeliveredRecord, cause: DeadLetterCause): void {
    if (this.#underWay.size >= mostUnderWay) return;
    const sending = this.#publish(record, cause)
      .catch((error) => this.#logger.debug({ err: error, topic: record.topic }, 'Could not copy a dead letter'))
      .finally(() => this.#underWay.delete(sending));
    this.#underWay.add(sending);
  }

  /** Resolves when all copies in flight have arrived or failed. */
  async settled(): Promise<void> {
    await Promise.all(this.#underWay);
  }

  async #publish(
    { topic, partition, offset, key, value, headers }: DeliveredRecord,
    cause: DeadLetterCause,
  ): Promise<void> {
    const [outcome] = await this.#bus.publish([
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
          [`${prefix}error`]: errorText(cause.error),
          [`${prefix}reason`]: cause.reason,
          [`${prefix}attempts`]: String(cause.attempts),
        },
      },
    ]);
    if (outcome) throw outcome;
  }
}
