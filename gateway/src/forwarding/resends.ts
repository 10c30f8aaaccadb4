import { isBroken, isNotReached } from './upstream-fault.ts';

/**
 * Pauses before trying a service again that was not reached, in milliseconds: an instance has died and is still listed, or
 * is just being replaced.
 */
const afterNotReached = [50, 100, 200, 400, 800];

/**
 * Pauses before sending a request again whose connection broke, in milliseconds. All connections to an instance that dies
 * break, so that the next one from the pool may be dead too.
 */
const afterBroken = [0, 50];

/** Decides whether and when one request is sent again. */
export class Resends {
  readonly #isRepeatable: boolean;
  #notReached = 0;
  #broken = 0;

  /** @param isRepeatable whether the service does it only once when it is sent twice */
  constructor(isRepeatable: boolean) {
    this.#isRepeatable = isRepeatable;
  }

  /** @returns how long to wait before it is sent again, in milliseconds; null when it is not */
  pauseAfter(error: Error): number | null {
    if (isNotReached(error)) return afterNotReached[this.#notReached++] ?? null;
    if (this.#isRepeatable && isBroken(error)) return afterBroken[this.#broken++] ?? null;
    return null;
  }
}
