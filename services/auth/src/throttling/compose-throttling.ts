import type { Client } from '@nightshelf/platform/http/client.ts';
import { Semaphore } from '@nightshelf/platform/semaphore/semaphore.ts';
import type { Foundation } from '@nightshelf/platform/service/service-definition.ts';
import { KnownDevices } from '../clients/known-devices.ts';
import type { AuthSettings } from '../config.ts';
import { AttemptLimit } from './attempt-limit.ts';
import { busy, HashingTurns } from './hashing-turns.ts';
import { ResponseDelay } from './response-delay.ts';

/** Composes everything that slows down password guessing. */
export function composeThrottling({ redis, settings, registry }: Foundation<AuthSettings>) {
  const attempts = new AttemptLimit(redis, settings.RATE_LIMIT_FACTOR);
  const responseDelay = new ResponseDelay(redis, settings.RATE_LIMIT_FACTOR);
  const devices = new KnownDevices(settings.IDENTITY_SECRET, settings.PUBLIC_ORIGIN);
  const hashing = new HashingTurns({
    atOnce: settings.PASSWORD_HASHES_AT_ONCE,
    waiting: settings.PASSWORD_HASHES_WAITING,
    factor: settings.RATE_LIMIT_FACTOR,
    registry,
  });
  return { attempts, devices, guard: new SignInGuard(attempts, responseDelay, devices), hashing };
}

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
