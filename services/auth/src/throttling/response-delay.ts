import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { Semaphore } from '@nightshelf/platform/semaphore/semaphore.ts';
import type { Foundation } from '@nightshelf/platform/service/service-definition.ts';
import { busy } from './hashing-turns.ts';

type Redis = Foundation<object>['redis'];

const freeAttempts = 10;
const windowMs = 15 * 60_000;
const longestMs = 2000;

/** A delayed response costs only a connection; beyond this many, attempts are refused. */
const delayedAtOnce = 500;

const count = `
local attempts = redis.call('incr', KEYS[1])
if attempts == 1 then redis.call('pexpire', KEYS[1], ARGV[1]) end
return attempts`;

const uncount = "if redis.call('exists', KEYS[1]) == 1 then return redis.call('decr', KEYS[1]) end";

/**
 * Slows down guessing at one account from many addresses by delaying responses up to two seconds. Refuses nobody, so
 * that a stranger cannot lock the owner out.
 */
export class ResponseDelay {
  readonly #redis: Redis;
  readonly #freeAttempts: number;
  readonly #delayed = new Semaphore(delayedAtOnce, 0, busy);

  /** @param factor multiplies the free attempts, for load tests */
  constructor(redis: Redis, factor: number) {
    this.#redis = redis;
    this.#freeAttempts = Math.max(1, Math.round(freeAttempts * factor));
  }

  /** Counts an attempt and applies its delay. @throws CodedError 503 when too many are delayed already */
  async delay(account: string): Promise<void> {
    const beyond = Number(await this.#redis.eval(count, 1, keyOf(account), windowMs)) - this.#freeAttempts;
    if (beyond <= 0) return;
    await this.#delayed.run(() => wait(Math.min(longestMs, 100 * 2 ** (beyond - 1))));
  }

  /** Removes a successful attempt from the count. */
  async succeeded(account: string): Promise<void> {
    await this.#redis.eval(uncount, 1, keyOf(account));
  }
}

const keyOf = (account: string) => `held:${createHash('sha256').update(account.toLowerCase()).digest('base64url')}`;
