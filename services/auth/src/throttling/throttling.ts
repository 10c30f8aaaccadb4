import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { CodedError } from '@nightshelf/platform/errors/coded-error.ts';
import { networkOf } from '@nightshelf/platform/http/client.ts';
import { Semaphore } from '@nightshelf/platform/semaphore/semaphore.ts';
import type { Foundation } from '@nightshelf/platform/service/service-definition.ts';
import { KnownDevices } from '../clients/known-devices.ts';
import type { AuthSettings } from '../config.ts';
import { busy, HashingQueue } from './hashing-queue.ts';

/** Composes everything that slows down password guessing. */
export function composeThrottling({ redis, settings, registry }: Foundation<AuthSettings>) {
  const attempts = new AttemptLimit(redis, settings.RATE_LIMIT_FACTOR);
  const responseDelay = new ResponseDelay(redis, settings.RATE_LIMIT_FACTOR);
  const devices = new KnownDevices(settings.IDENTITY_SECRET, settings.PUBLIC_ORIGIN);
  const hashing = new HashingQueue({
    atOnce: settings.PASSWORD_HASHES_AT_ONCE,
    waiting: settings.PASSWORD_HASHES_WAITING,
    factor: settings.RATE_LIMIT_FACTOR,
    registry,
  });
  const lookups = new Semaphore(lookupsAtOnce, lookupsWaiting, busy);
  return { attempts, responseDelay, devices, lookups, hashing };
}

export type Throttling = ReturnType<typeof composeThrottling>;

/** Limits concurrent user lookups of sign-ins, to keep most database connections free for other requests. */
const lookupsAtOnce = 4;
const lookupsWaiting = 1000;

type Redis = Foundation<object>['redis'];

const freeAttempts = 5;

/** In milliseconds. How long failures count, and the longest wait. */
const windowMs = 15 * 60_000;

/**
 * Counts an attempt before the password check, so that concurrent attempts count too. Returns the wait in milliseconds;
 * 0 allows the attempt.
 */
const attempt = `
local time = redis.call('time')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local blocked = tonumber(redis.call('hget', KEYS[1], 'blocked_until') or '0')
if blocked > now then return blocked - now end
local attempts = redis.call('hincrby', KEYS[1], 'attempts', 1)
if attempts == 1 then redis.call('pexpire', KEYS[1], ARGV[2]) end
local beyond = attempts - tonumber(ARGV[1])
if beyond >= 0 then
  local wait = math.min(1000 * 2 ^ beyond, tonumber(ARGV[2]))
  redis.call('hset', KEYS[1], 'blocked_until', string.format('%.0f', now + wait))
  redis.call('pexpire', KEYS[1], string.format('%.0f', wait + tonumber(ARGV[2])))
end
return 0`;

/**
 * Limits attempts at one account from one address: after five failures in 15 minutes, each further one has to wait 1,
 * 2, 4 … seconds, up to 15 minutes.
 */
export class AttemptLimit {
  readonly #redis: Redis;
  readonly #freeAttempts: number;

  /** @param factor multiplies the free attempts, for load tests */
  constructor(redis: Redis, factor: number) {
    this.#redis = redis;
    this.#freeAttempts = Math.max(1, Math.round(freeAttempts * factor));
  }

  /** @throws CodedError 429 with Retry-After */
  async enter(account: string, address: string | null): Promise<void> {
    const key = attemptsKey(account, address);
    const waitMs = Number(await this.#redis.eval(attempt, 1, key, this.#freeAttempts, windowMs));
    if (waitMs > 0) throw tooMany(Math.ceil(waitMs / 1000));
  }

  async succeeded(account: string, address: string | null): Promise<void> {
    await this.#redis.del(attemptsKey(account, address));
  }
}

/** Hashed, because names may be long and Redis should not hold network addresses. */
function attemptsKey(account: string, address: string | null): string {
  const about = `${account.toLowerCase()} ${address === null ? '' : networkOf(address)}`;
  return `attempts:${createHash('sha256').update(about).digest('base64url')}`;
}

function tooMany(seconds: number): CodedError {
  const message = `Too many attempts. Please try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`;
  return new CodedError(429, 'auth.too_many_attempts', message, { headers: { 'retry-after': String(seconds) } });
}

const undelayedAttempts = 10;
const delayWindowMs = 15 * 60_000;
const longestMs = 2000;

/** A delayed response costs only a connection; beyond this many, attempts are refused. */
const delayedAtOnce = 500;

const countAttempt = `
local attempts = redis.call('incr', KEYS[1])
if attempts == 1 then redis.call('pexpire', KEYS[1], ARGV[1]) end
return attempts`;

const uncount = "if redis.call('exists', KEYS[1]) == 1 then return redis.call('decr', KEYS[1]) end";

/**
 * Slows down guessing at one account from many addresses by delaying responses up to two seconds. Refuses no request, so
 * that a stranger cannot lock the owner out.
 */
export class ResponseDelay {
  readonly #redis: Redis;
  readonly #freeAttempts: number;
  readonly #delayed = new Semaphore(delayedAtOnce, 0, busy);

  /** @param factor multiplies the free attempts, for load tests */
  constructor(redis: Redis, factor: number) {
    this.#redis = redis;
    this.#freeAttempts = Math.max(1, Math.round(undelayedAttempts * factor));
  }

  /** Counts an attempt and applies its delay. @throws CodedError 503 when too many are delayed already */
  async delay(account: string): Promise<void> {
    const beyond =
      Number(await this.#redis.eval(countAttempt, 1, delayKey(account), delayWindowMs)) - this.#freeAttempts;
    if (beyond <= 0) return;
    await this.#delayed.run(() => wait(Math.min(longestMs, 100 * 2 ** (beyond - 1))));
  }

  /** Removes a successful attempt from the count. */
  async succeeded(account: string): Promise<void> {
    await this.#redis.eval(uncount, 1, delayKey(account));
  }
}

const delayKey = (account: string) => `held:${createHash('sha256').update(account.toLowerCase()).digest('base64url')}`;
