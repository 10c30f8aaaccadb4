import type { Foundation } from '@nightshelf/platform/service/service-definition.ts';
import { KnownDevices } from '../clients/known-devices.ts';
import type { AuthSettings } from '../config.ts';
import { AttemptLimit } from './attempt-limit.ts';
import { HashingTurns } from './hashing-turns.ts';
import { ResponseDelay } from './response-delay.ts';
import { SignInGuard } from './sign-in-guard.ts';

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
