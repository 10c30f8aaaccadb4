import type { ConsumeOptions, Delivery } from '../bus.ts';

type Handling = Pick<ConsumeOptions, 'handle' | 'countKnown'>;

/**
 * The gaps of a group by topic, until they have been stored. No record of the topic is acknowledged before, because
 * that would move the group's offset and Kafka could not report the gap again.
 */
export class Missed {
  readonly #unnoted: string[] = [];
  #looking: Promise<void> = Promise.resolve();

  /**
   * @param note resolves when the gap has been stored
   * @throws why it could not be stored: the topic's records are no longer acknowledged
   */
  async tell(topic: string, note: () => unknown): Promise<void> {
    this.#unnoted.push(topic);
    await note();
    this.#unnoted.splice(this.#unnoted.indexOf(topic), 1);
  }

  /** @param look searches for more gaps before any record is handled; does not reject */
  await(look: Promise<unknown>): void {
    this.#looking = Promise.all([this.#looking, look]).then(() => undefined);
  }

  /** Makes handling fail immediately while a gap is not stored; waiting would count as a hanging handler. */
  holdBack({ handle, countKnown }: Handling): Handling {
    return {
      handle: async (delivery, signal) => {
        await this.#looking;
        if (this.#concerns(delivery)) throw new Error('What the group has missed is not noted yet');
        await handle(delivery, signal);
      },
      ...(countKnown && {
        countKnown: async (waiting) => {
          await this.#looking;
          return waiting.some((one) => this.#concerns(one)) ? 0 : countKnown(waiting);
        },
      }),
    };
  }

  #concerns({ topic }: Delivery): boolean {
    return this.#unnoted.includes(topic);
  }
}

/** The next session reports the gap again. */
export class UnnotedError extends Error {
  override name = 'UnnotedError';
  readonly retriable = true;
}
