import { setTimeout as wait } from 'node:timers/promises';
import { CodedError } from '@nightshelf/platform/errors/coded-error.ts';
import { networkOf } from '@nightshelf/platform/http/client-address.ts';
import { Semaphore } from '@nightshelf/platform/semaphore/semaphore.ts';
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';

const windowSeconds = 15 * 60;
/** Wrong passwords allowed within the window, from one address and from all addresses. */
const freeHere = 5;
const freeEverywhere = 30;
const slowMs = 2000;
const slowlyWaiting = 20;

const tooMany = (seconds: number) =>
  new CodedError(429, 'console.too_many_attempts', `Too many attempts. Please try again in ${seconds} seconds.`, {
    headers: { 'retry-after': String(seconds) },
  });

/**
 * Slows down password guessing: after five wrong passwords an address must wait a quarter of an hour. After thirty from
 * all addresses, every sign-in is slow and runs one at a time, so that strangers cannot lock operators out.
 */
export class WrongPasswords {
  readonly #here = new RateLimiterMemory({ points: freeHere, duration: windowSeconds });
  readonly #everywhere = new RateLimiterMemory({ points: freeEverywhere, duration: windowSeconds });
  readonly #slowly = new Semaphore(1, slowlyWaiting, () => tooMany(Math.ceil((slowMs * slowlyWaiting) / 1000)));

  /**
   * Counts the attempt as wrong before comparing, so that parallel attempts count too.
   * @param compare returns whether name and password are right
   * @throws CodedError 429 with the time to wait
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
