import { createHash } from 'node:crypto';
import { CodedError } from '@nightshelf/platform/errors/coded-error.ts';
import { networkOf } from '@nightshelf/platform/http/client.ts';
import type { Foundation } from '@nightshelf/platform/service/service-definition.ts';

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
    const key = keyOf(account, address);
    const waitMs = Number(await this.#redis.eval(attempt, 1, key, this.#freeAttempts, windowMs));
    if (waitMs > 0) throw tooMany(Math.ceil(waitMs / 1000));
  }

  async succeeded(account: string, address: string | null): Promise<void> {
    await this.#redis.del(keyOf(account, address));
  }
}

/** Hashed, because names may be long and Redis should not hold network addresses. */
function keyOf(account: string, address: string | null): string {
  const about = `${account.toLowerCase()} ${address === null ? '' : networkOf(address)}`;
  return `attempts:${createHash('sha256').update(about).digest('base64url')}`;
}

function tooMany(seconds: number): CodedError {
  const message = `Too many attempts. Please try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`;
  return new CodedError(429, 'auth.too_many_attempts', message, { headers: { 'retry-after': String(seconds) } });
}
