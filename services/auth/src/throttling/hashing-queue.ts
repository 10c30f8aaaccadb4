import { CodedError } from '@nightshelf/platform/errors/coded-error.ts';
import { networkOf } from '@nightshelf/platform/http/client.ts';
import { countedFromZero } from '@nightshelf/platform/metrics/metrics.ts';
import { FairSemaphore } from '@nightshelf/platform/semaphore/fair-semaphore.ts';
import { type Counter, Gauge, Histogram, type Registry } from 'prom-client';

/** Fractions of the queue that one address and one account may use. */
const partOfAddress = 0.1;
const partOfAccount = 0.2;

interface HashingQueueOptions {
  readonly atOnce: number;
  /** Queue length. */
  readonly waiting: number;
  /** Multiplies the queue limits per address and account, for load tests. */
  readonly factor: number;
  readonly registry: Registry;
}

export interface HashingFor {
  /** The client's address; null when unknown. */
  readonly address: string | null;
  /** The name as typed, for clients that may be strangers to the account; limits their queue. */
  readonly account?: string;
}

/** Limits concurrent hashes. Addresses take turns, so that one with many requests delays only itself. */
export class HashingQueue {
  readonly #semaphore: FairSemaphore;
  readonly #waitSeconds: Histogram;
  readonly #refused: Counter<'whose'>;
  readonly #mostOfAccount: number;
  readonly #ofAccounts = new Map<string, number>();

  constructor({ atOnce, waiting, factor, registry }: HashingQueueOptions) {
    const part = (fraction: number) => Math.max(1, Math.round(waiting * Math.min(1, fraction * factor)));
    this.#mostOfAccount = part(partOfAccount) + atOnce;
    const waitingOfOne = part(partOfAddress);
    const refusal = (whose: 'all' | 'one') => {
      this.#refused.inc({ whose: whose === 'one' ? 'address' : 'all' });
      return whose === 'one' ? tooManyAtOnce() : busy();
    };
    this.#semaphore = new FairSemaphore({ atOnce, waiting, waitingOfOne, refusal });
    const semaphore = this.#semaphore;
    new Gauge({
      name: 'auth_password_hashes_waiting',
      help: 'Passwords that wait to be hashed',
      registers: [registry],
      collect() {
        this.set(semaphore.waiting);
      },
    });
    this.#waitSeconds = new Histogram({
      name: 'auth_password_hash_wait_seconds',
      help: 'Time that a password waits to be hashed',
      buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers: [registry],
    });
    this.#refused = countedFromZero(registry, {
      name: 'auth_password_hashes_refused_total',
      help: 'Passwords refused because the queue of the process, address or account was full',
      label: 'whose',
      values: ['all', 'address', 'account'],
    });
  }

  /**
   * @throws CodedError 429 when the address has too many in the queue, 503 when the queue or the account's part of it
   * is full
   */
  async run<Result>({ address, account }: HashingFor, work: () => Promise<Result>): Promise<Result> {
    const cameAt = performance.now();
    const leave = account === undefined ? () => undefined : this.#enter(account.toLowerCase());
    try {
      return await this.#semaphore.run(address === null ? 'unknown' : networkOf(address), () => {
        this.#waitSeconds.observe((performance.now() - cameAt) / 1000);
        return work();
      });
    } finally {
      leave();
    }
  }

  #enter(account: string): () => void {
    const under = this.#ofAccounts.get(account) ?? 0;
    if (under >= this.#mostOfAccount) {
      this.#refused.inc({ whose: 'account' });
      throw busy();
    }
    this.#ofAccounts.set(account, under + 1);
    return () => {
      const left = (this.#ofAccounts.get(account) ?? 1) - 1;
      if (left > 0) this.#ofAccounts.set(account, left);
      else this.#ofAccounts.delete(account);
    };
  }
}

const tryLater = { headers: { 'retry-after': '5' } };

const tooManyAtOnce = () =>
  new CodedError(429, 'auth.too_many_at_once', 'Too many attempts at once. Please try again in a moment.', tryLater);

/** The error when a queue is full. */
export const busy = () =>
  new CodedError(503, 'auth.busy', 'Too many users are signing in. Please try again in a moment.', tryLater);
