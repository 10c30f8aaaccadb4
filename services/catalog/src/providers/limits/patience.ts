import { setTimeout as delay } from 'node:timers/promises';
import { ProviderFault } from '../provider-fault.ts';

/** The remaining time that a request may wait for limits. */
export class Patience {
  readonly #until: number;

  /** @param ms longest total wait, in milliseconds */
  constructor(ms: number) {
    this.#until = performance.now() + ms;
  }

  /** Whole milliseconds, never negative. */
  get leftMs(): number {
    return Math.max(0, Math.ceil(this.#until - performance.now()));
  }

  /**
   * @param short whose allowance is used up: the shared one, or the caller's own share
   * @throws ProviderFault immediately when the wait would exceed the remaining time
   */
  async wait(ms: number, short: 'all' | 'own' = 'all'): Promise<void> {
    if (ms <= 0) return;
    if (ms > this.leftMs) throw short === 'own' ? shareUsed(ms) : limitReached(ms);
    await delay(ms);
  }
}

/** @param ms until the next window, in milliseconds; null when unknown */
export const limitReached = (ms: number | null) =>
  new ProviderFault('limit-reached', "the provider's request limit is reached", ms);

const shareUsed = (ms: number) =>
  new ProviderFault('share-used', "your share of the provider's request limit is used up", ms);
