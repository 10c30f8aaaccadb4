import { isBroken, isUnheard } from './upstream-fault.ts';

/**
 * Pauses before a service that was not reached is asked again, in milliseconds. One of its instances has died and is
 * still listed with the others, or it is just being replaced.
 */
const afterUnheard = [50, 100, 200, 400, 800];

/**
 * Pauses before a request is sent again whose connection broke, in milliseconds. An instance that dies takes all its
 * connections along, and some of those that lie ready may not be known to be dead the first time.
 */
const afterBroken = [0, 50];

/** When one request is sent again. */
export class Resends {
  readonly #isRepeatable: boolean;
  #unheard = 0;
  #broken = 0;

  /** @param isRepeatable whether the service does once what it is sent twice */
  constructor(isRepeatable: boolean) {
    this.#isRepeatable = isRepeatable;
  }

  /** @returns how long to wait before it is sent again, in milliseconds; null when it is not */
  pauseAfter(error: Error): number | null {
    if (isUnheard(error)) return afterUnheard[this.#unheard++] ?? null;
    if (this.#isRepeatable && isBroken(error)) return afterBroken[this.#broken++] ?? null;
    return null;
  }
}
