import { isBroken, isNotReached } from './upstream-fault.ts';

/**
 * Pauses in milliseconds before retrying an unreachable service: its instance died but is still listed, or is being
 * replaced.
 */
const afterNotReached = [50, 100, 200, 400, 800];

/**
 * Pauses in milliseconds before resending after a broken connection. All connections to a dead instance break, so the
 * next one from the pool may be dead too.
 */
const afterBroken = [0, 50];

export class Resends {
  readonly #isRepeatable: boolean;
  #notReached = 0;
  #broken = 0;

  /** @param isRepeatable whether the service does the work only once when it receives the request twice */
  constructor(isRepeatable: boolean) {
    this.#isRepeatable = isRepeatable;
  }

  /** Returns the pause before a resend in milliseconds; null when the request must not be resent. */
  pauseAfter(error: Error): number | null {
    if (isNotReached(error)) return afterNotReached[this.#notReached++] ?? null;
    if (this.#isRepeatable && isBroken(error)) return afterBroken[this.#broken++] ?? null;
    return null;
  }
}
