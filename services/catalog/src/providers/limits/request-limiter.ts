import type { RedisClient } from '@nightshelf/platform/redis/client.ts';
import { ProviderFault } from '../provider-fault.ts';
import type { Asker } from './asker.ts';
import { Backoff } from './backoff.ts';
import { CountedWindow } from './counted-window.ts';
import type { ProviderLimits } from './limits.ts';
import { OpenRequests } from './open-requests.ts';
import { Patience } from './patience.ts';
import { SharedWindow } from './shared-window.ts';
import { Turns } from './turns.ts';

/** Longest wait of a request for the limit. */
const patienceMs = 5000;

/**
 * Keeps all replicas within the provider's limit, and each caller within a share of it. Waiting requests take turns by
 * kind of caller, then by caller.
 */
export class RequestLimiter {
  readonly #windows: readonly CountedWindow[];
  readonly #shares: readonly SharedWindow[];
  readonly #turns = new Turns();
  readonly #open: OpenRequests | null;
  readonly #backoff: Backoff;

  constructor(redis: RedisClient, provider: string, { windows, open, backoffMs }: ProviderLimits) {
    this.#windows = windows.map((window) => new CountedWindow(redis, provider, window));
    // A window of one request cannot be shared, except by turns.
    const shared = windows.filter(({ points }) => points > 1);
    this.#shares = shared.map((window) => new SharedWindow(redis, provider, window));
    this.#open = open === null ? null : new OpenRequests(redis, `catalog:open:${provider}`, open);
    this.#backoff = new Backoff(redis, `catalog:backoff:${provider}`, backoffMs);
  }

  /**
   * Waits until the limit allows a request, then acts. After 'too many requests' all replicas pause.
   * @param asker whose share it uses; null for shared requests such as tokens
   * @throws ProviderFault `limit-reached` or `share-used` when the wait would be too long, and whatever `act` throws
   */
  async run<Result>(resource: string, asker: Asker | null, act: () => Promise<Result>): Promise<Result> {
    const patience = new Patience(patienceMs);
    await patience.wait(await this.#backoff.remainingMs());
    const release = await this.#enter(resource, asker, patience);
    try {
      return await act();
    } catch (error) {
      if (error instanceof ProviderFault && error.kind === 'too-many-requests')
        await this.#backoff.start(error.retryAfterMs);
      throw error;
    } finally {
      await release?.();
    }
  }

  /** Returns the function that releases the place among open requests, if these are limited. */
  async #enter(resource: string, asker: Asker | null, patience: Patience): Promise<(() => Promise<void>) | undefined> {
    const taken: (() => Promise<void>)[] = [];
    try {
      if (asker) for (const window of this.#shares) taken.push(await window.take(resource, asker, patience));
      return await this.#turns.run(asker, patience, async () => {
        const release = await this.#open?.take(() => patience.wait(100));
        try {
          for (const window of this.#windows) await window.take(resource, patience);
          return release;
        } catch (error) {
          await release?.();
          throw error;
        }
      });
    } catch (error) {
      await Promise.all(taken.map((giveBack) => giveBack()));
      throw error;
    }
  }
}
