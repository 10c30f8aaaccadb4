import type { Foundation } from '@nightshelf/platform';
import { KnownDevices } from '../clients/known-devices.ts';
import { AttemptLimit } from './attempt-limit.ts';
import { HashingTurns } from './hashing-turns.ts';
import { ResponseDelay } from './response-delay.ts';
import { SignInGuard } from './sign-in-guard.ts';

interface Settings {
  readonly RATE_LIMIT_FACTOR: number;
  readonly IDENTITY_SECRET: string;
  readonly PUBLIC_ORIGIN: string;
  readonly PASSWORD_HASHES_AT_ONCE: number;
  readonly PASSWORD_HASHES_WAITING: number;
}

/** What slows guessing down, at signing in and wherever else a password is asked for. */
export function composeThrottling(redis: Foundation<object>['redis'], settings: Settings) {
  const attempts = new AttemptLimit(redis, settings.RATE_LIMIT_FACTOR);
  const responseDelay = new ResponseDelay(redis, settings.RATE_LIMIT_FACTOR);
  const devices = new KnownDevices(settings.IDENTITY_SECRET, settings.PUBLIC_ORIGIN);
  const hashing = new HashingTurns({
    atOnce: settings.PASSWORD_HASHES_AT_ONCE,
    waiting: settings.PASSWORD_HASHES_WAITING,
    factor: settings.RATE_LIMIT_FACTOR,
  });
  return { attempts, devices, guard: new SignInGuard(attempts, responseDelay, devices), hashing };
}
