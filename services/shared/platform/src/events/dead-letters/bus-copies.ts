import { deadLetterTopic } from '@nightshelf/contracts/events/topics.ts';
import type { Logger } from '../../logging/logger.ts';
import type { Delivery, EventBus } from '../bus.ts';
import { type DeadLetterCause, errorText } from './dead-letters.ts';

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

  send(delivery: Delivery, cause: DeadLetterCause): void {
    if (this.#underWay.size >= mostUnderWay) return;
    const sending = this.#publish(delivery, cause)
      .catch((error) => this.#logger.debug({ err: error, topic: delivery.topic }, 'Could not copy a dead letter'))
      .finally(() => this.#underWay.delete(sending));
    this.#underWay.add(sending);
  }

  /** Resolves when all copies in flight have arrived or failed. */
  async settled(): Promise<void> {
    await Promise.all(this.#underWay);
  }

  async #publish({ topic, partition, offset, key, value, headers }: Delivery, cause: DeadLetterCause): Promise<void> {
    const { consumer, eventId = '', error, reason, attempts } = cause;
    const about = {
      topic,
      partition,
      offset,
      consumer,
      'event-id': eventId,
      error: errorText(error),
      reason,
      attempts,
    };
    const added = Object.entries(about).map(([name, text]) => [`dead-letter-${name}`, String(text)]);
    const copy = { topic: deadLetterTopic(topic), key, value, headers: { ...headers, ...Object.fromEntries(added) } };
    const [outcome] = await this.#bus.publish([copy]);
    if (outcome) throw outcome;
  }
}
