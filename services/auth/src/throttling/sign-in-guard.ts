import type { Client } from '@nightshelf/platform';
import type { KnownDevices } from '../clients/known-devices.ts';
import type { AttemptLimit } from './attempt-limit.ts';
import type { HeldAnswers } from './held-answers.ts';
import { Semaphore } from './semaphore.ts';

/** Of the database's connections some stay free for all other calls, however many sign in. */
const lookupsAtOnce = 4;
const lookupsWaiting = 1000;

/** What stands between a stranger who guesses and the check of a password. */
export class SignInGuard {
  readonly #limit: AttemptLimit;
  readonly #held: HeldAnswers;
  readonly devices: KnownDevices;
  /** Looking up who it is goes through here. */
  readonly lookups = new Semaphore(lookupsAtOnce, lookupsWaiting);

  constructor(limit: AttemptLimit, held: HeldAnswers, devices: KnownDevices) {
    this.#limit = limit;
    this.#held = held;
    this.devices = devices;
  }

  /** @param account as it was typed @throws CodedError 429 that says when to come back */
  enter(account: string, { address }: Client): Promise<void> {
    return this.#limit.enter(account, address);
  }

  /** Waits if many have guessed at this account, unless this browser is known for it. @throws CodedError 503 */
  async hold(account: string, isKnown: boolean): Promise<void> {
    if (!isKnown) await this.#held.hold(account);
  }

  async succeeded(account: string, { address }: Client, isKnown: boolean): Promise<void> {
    await this.#limit.succeeded(account, address);
    if (!isKnown) await this.#held.succeeded(account);
  }
}
