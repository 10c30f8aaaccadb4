import type { ConsumeOptions, Delivery } from '../bus.ts';

type Handling = Pick<ConsumeOptions, 'handle' | 'countKnown'>;

/**
 * What a group has missed, by topic, until that has been noted. Nothing of the topic is acknowledged before: it would move the group, and then
 * Kafka could not tell again.
 */
export class Missed {
  readonly #unnoted: string[] = [];
  #looking: Promise<void> = Promise.resolve();

  /**
   * @param note resolves when it has been noted
   * @throws why it could not be: nothing of the topic is acknowledged any more
   */
  async tell(topic: string, note: () => unknown): Promise<void> {
    this.#unnoted.push(topic);
    await note();
    this.#unnoted.splice(this.#unnoted.indexOf(topic), 1);
  }

  /** @param look asks whether there is more to tell, which nothing is handled before, and does not reject */
  await(look: Promise<unknown>): void {
    this.#looking = Promise.all([this.#looking, look]).then(() => undefined);
  }

  /** Handling that fails, at once, while something has not been noted: one that waited would count as hanging. */
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

/** It is told again in the next session. */
export class UnnotedError extends Error {
  override name = 'UnnotedError';
  readonly retriable = true;
}
