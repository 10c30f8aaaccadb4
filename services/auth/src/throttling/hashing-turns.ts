import { CodedError, networkOf } from '@nightshelf/platform';
import { FairSemaphore } from '@nightshelf/platform/semaphore/fair-semaphore.ts';
import { busy } from './busy.ts';

/** Of what may wait for a hash, the part that may wait for one address, and for one account. */
const partOfAddress = 0.1;
const partOfAccount = 0.2;

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
  readonly #mostOfAccount: number;
  readonly #ofAccounts = new Map<string, number>();

  /**
   * @param atOnce hashes computed at a time
   * @param waiting further ones that may wait for their turn
   * @param factor multiplies how many of these may be of one address or account, for load tests
   */
  constructor({ atOnce, waiting, factor }: { atOnce: number; waiting: number; factor: number }) {
    const part = (fraction: number) => Math.max(1, Math.round(waiting * Math.min(1, fraction * factor)));
    this.#mostOfAccount = part(partOfAccount) + atOnce;
    const waitingOfOne = part(partOfAddress);
    const refusal = (whose: 'all' | 'one') => (whose === 'one' ? tooManyAtOnce() : busy());
    this.#semaphore = new FairSemaphore({ atOnce, waiting, waitingOfOne, refusal });
  }

  /** @throws CodedError 429 when too many of this address wait already, 503 when too many of all or of the account do */
  async run<Result>({ address, account }: HashingFor, work: () => Promise<Result>): Promise<Result> {
    const key = address === null ? 'unknown' : networkOf(address);
    if (account === undefined) return this.#semaphore.run(key, work);
    const name = account.toLowerCase();
    const under = this.#ofAccounts.get(name) ?? 0;
    if (under >= this.#mostOfAccount) throw busy();
    this.#ofAccounts.set(name, under + 1);
    try {
      return await this.#semaphore.run(key, work);
    } finally {
      const left = (this.#ofAccounts.get(name) ?? 1) - 1;
      if (left > 0) this.#ofAccounts.set(name, left);
      else this.#ofAccounts.delete(name);
    }
  }
}

const tooManyAtOnce = () =>
  new CodedError(429, 'auth.too_many_at_once', 'Too many attempts at once. Please try again in a moment.', {
    headers: { 'retry-after': '5' },
  });
