import { setTimeout as wait } from 'node:timers/promises';
import { CodedError } from '@nightshelf/platform/errors/coded-error.ts';
import { networkOf } from '@nightshelf/platform/http/client-address.ts';
import { Semaphore } from '@nightshelf/platform/semaphore/semaphore.ts';
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';

const windowSeconds = 15 * 60;
/** Wrong passwords from one address, and from everywhere, in that time. */
const freeHere = 5;
const freeEverywhere = 30;
const slowMs = 2000;
const slowlyWaiting = 20;

const tooMany = (seconds: number) =>
  new CodedError(429, 'console.too_many_attempts', `Too many attempts. Please try again in ${seconds} seconds.`, {
    headers: { 'retry-after': String(seconds) },
  });

/**
 * Slows down who guesses: after five wrong passwords an address waits until a quarter of an hour has passed. After thirty
 * from anywhere everybody signs in slowly, one after the other, but nobody is locked out by strangers.
 */
export class WrongPasswords {
  readonly #here = new RateLimiterMemory({ points: freeHere, duration: windowSeconds });
  readonly #everywhere = new RateLimiterMemory({ points: freeEverywhere, duration: windowSeconds });
  readonly #slowly = new Semaphore(1, slowlyWaiting, () => tooMany(Math.ceil((slowMs * slowlyWaiting) / 1000)));

  /**
   * Counted as wrong before it is compared, so that attempts at once are counted too.
   * @param compare whether name and password are right
   * @throws CodedError 429 that says when to come back
   */
  async attempt(address: string, compare: () => boolean): Promise<boolean> {
    const network = networkOf(address);
    await this.#here.consume(network).catch((beyond: RateLimiterRes) => {
      throw tooMany(Math.ceil(beyond.msBeforeNext / 1000));
    });
    const isCalm = await this.#everywhere.consume('all').then(
      () => true,
      () => false,
    );
    if (!isCalm) await this.#slowly.run(() => wait(slowMs));
    if (!compare()) return false;
    await Promise.all([this.#here.delete(network), this.#everywhere.reward('all')]);
    return true;
  }
}
