import type { Client } from '@nightshelf/platform/http/client.ts';
import { Semaphore } from '@nightshelf/platform/semaphore/semaphore.ts';
import type { KnownDevices } from '../clients/known-devices.ts';
import type { AttemptLimit } from './attempt-limit.ts';
import { busy } from './busy.ts';
import type { ResponseDelay } from './response-delay.ts';

/** However many people sign in at once, most of the database's connections stay free for other requests. */
const lookupsAtOnce = 4;
const lookupsWaiting = 1000;

/** What stands between a stranger who guesses and the check of a password. */
export class SignInGuard {
  readonly #limit: AttemptLimit;
  readonly #responseDelay: ResponseDelay;
  readonly devices: KnownDevices;
  /** Users who sign in are looked up through this. */
  readonly lookups = new Semaphore(lookupsAtOnce, lookupsWaiting, busy);

  constructor(limit: AttemptLimit, responseDelay: ResponseDelay, devices: KnownDevices) {
    this.#limit = limit;
    this.#responseDelay = responseDelay;
    this.devices = devices;
  }

  /** @param account as it was typed @throws CodedError 429 that says when to come back */
  enter(account: string, { address }: Client): Promise<void> {
    return this.#limit.enter(account, address);
  }

  /** Waits if many have guessed at this account, unless this browser is known for it. @throws CodedError 503 */
  async delay(account: string, isKnown: boolean): Promise<void> {
    if (!isKnown) await this.#responseDelay.delay(account);
  }

  async succeeded(account: string, { address }: Client, isKnown: boolean): Promise<void> {
    await this.#limit.succeeded(account, address);
    if (!isKnown) await this.#responseDelay.succeeded(account);
  }
}
