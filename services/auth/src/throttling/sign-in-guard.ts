import type { Client } from '@nightshelf/platform/http/client.ts';
import { Semaphore } from '@nightshelf/platform/semaphore/semaphore.ts';
import type { KnownDevices } from '../clients/known-devices.ts';
import type { AttemptLimit } from './attempt-limit.ts';
import { busy } from './busy.ts';
import type { ResponseDelay } from './response-delay.ts';

/** Keeps most database connections free for other requests, however many users sign in at once. */
const lookupsAtOnce = 4;
const lookupsWaiting = 1000;

/** Throttles password guessing at sign-in. */
export class SignInGuard {
  readonly #limit: AttemptLimit;
  readonly #responseDelay: ResponseDelay;
  readonly devices: KnownDevices;
  /** Limits concurrent user lookups of sign-ins. */
  readonly lookups = new Semaphore(lookupsAtOnce, lookupsWaiting, busy);

  constructor(limit: AttemptLimit, responseDelay: ResponseDelay, devices: KnownDevices) {
    this.#limit = limit;
    this.#responseDelay = responseDelay;
    this.devices = devices;
  }

  /** @param account as typed @throws CodedError 429 with Retry-After */
  enter(account: string, { address }: Client): Promise<void> {
    return this.#limit.enter(account, address);
  }

  /** Delays after many attempts at this account, unless the browser is known. @throws CodedError 503 */
  async delay(account: string, isKnown: boolean): Promise<void> {
    if (!isKnown) await this.#responseDelay.delay(account);
  }

  async succeeded(account: string, { address }: Client, isKnown: boolean): Promise<void> {
    await this.#limit.succeeded(account, address);
    if (!isKnown) await this.#responseDelay.succeeded(account);
  }
}
