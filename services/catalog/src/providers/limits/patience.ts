import { setTimeout as delay } from 'node:timers/promises';
import { ProviderFault } from '../provider-fault.ts';

/** How long a request still waits for a limit, from now on. */
export class Patience {
  readonly #until: number;

  /** @param ms longest wait in all, in milliseconds */
  constructor(ms: number) {
    this.#until = performance.now() + ms;
  }

  /** Whole milliseconds, never less than none. */
  get leftMs(): number {
    return Math.max(0, Math.ceil(this.#until - performance.now()));
  }

  /**
   * @param short whose allowance is short: that of all, or the asker's own share
   * @throws ProviderFault at once when that is longer than there is patience
   */
  async wait(ms: number, short: 'all' | 'own' = 'all'): Promise<void> {
    if (ms <= 0) return;
    if (ms > this.leftMs) throw short === 'own' ? shareUsed(ms) : limitReached(ms);
    await delay(ms);
  }
}

/** @param ms until the next window, in milliseconds; null when nobody can say */
export const limitReached = (ms: number | null) =>
  new ProviderFault('limit-reached', "the provider's request limit is reached", ms);

const shareUsed = (ms: number) =>
  new ProviderFault('share-used', "your share of the provider's request limit is used up", ms);
