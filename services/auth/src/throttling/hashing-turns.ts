import { CodedError } from '@nightshelf/platform/errors/coded-error.ts';
import { networkOf } from '@nightshelf/platform/http/client-address.ts';
import { FairSemaphore } from '@nightshelf/platform/semaphore/fair-semaphore.ts';
import type { Registry } from 'prom-client';
import { busy } from './busy.ts';
import { type HashingMetrics, measureHashing } from './hashing-metrics.ts';

/** Of what may wait for a hash, the part that may wait for one address, and for one account. */
const partOfAddress = 0.1;
const partOfAccount = 0.2;

interface HashingTurnsOptions {
  /** Hashes computed at a time. */
  readonly atOnce: number;
  /** Further ones that may wait for their turn. */
  readonly waiting: number;
  /** Multiplies how many of these may be of one address or account, for load tests. */
  readonly factor: number;
  readonly registry: Registry;
}

/** For whom a password is hashed. */
export interface HashingFor {
  /** Of the client; null when nobody knows it. */
  readonly address: string | null;
  /** As it was typed, of a client that may be a stranger to the account: those wait a few at a time. */
  readonly account?: string;
}

/** Few hashes at a time. Addresses have turns, so that whoever brings many waits for them alone. */
export class HashingTurns {
  readonly #semaphore: FairSemaphore;
  readonly #metrics: HashingMetrics;
  readonly #mostOfAccount: number;
  readonly #ofAccounts = new Map<string, number>();

  constructor({ atOnce, waiting, factor, registry }: HashingTurnsOptions) {
    const part = (fraction: number) => Math.max(1, Math.round(waiting * Math.min(1, fraction * factor)));
    this.#mostOfAccount = part(partOfAccount) + atOnce;
    const waitingOfOne = part(partOfAddress);
    const refusal = (whose: 'all' | 'one') => {
      this.#metrics.refused(whose === 'one' ? 'address' : 'all');
      return whose === 'one' ? tooManyAtOnce() : busy();
    };
    this.#semaphore = new FairSemaphore({ atOnce, waiting, waitingOfOne, refusal });
    this.#metrics = measureHashing(registry, () => this.#semaphore.waiting);
  }

  /** @throws CodedError 429 when too many of this address wait already, 503 when too many of all or of the account do */
  async run<Result>({ address, account }: HashingFor, work: () => Promise<Result>): Promise<Result> {
    const key = address === null ? 'unknown' : networkOf(address);
    if (account === undefined) return this.#wait(key, work);
    const name = account.toLowerCase();
    const under = this.#ofAccounts.get(name) ?? 0;
    if (under >= this.#mostOfAccount) {
      this.#metrics.refused('account');
      throw busy();
    }
    this.#ofAccounts.set(name, under + 1);
    try {
      return await this.#wait(key, work);
    } finally {
      const left = (this.#ofAccounts.get(name) ?? 1) - 1;
      if (left > 0) this.#ofAccounts.set(name, left);
      else this.#ofAccounts.delete(name);
    }
  }

  #wait<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const cameAt = performance.now();
    return this.#semaphore.run(key, () => {
      this.#metrics.waited((performance.now() - cameAt) / 1000);
      return work();
    });
  }
}

const tooManyAtOnce = () =>
  new CodedError(429, 'auth.too_many_at_once', 'Too many attempts at once. Please try again in a moment.', {
    headers: { 'retry-after': '5' },
  });
