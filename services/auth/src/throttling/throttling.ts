import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { CodedError } from '@nightshelf/platform/errors/coded-error.ts';
import { networkOf } from '@nightshelf/platform/http/client.ts';
import { countedFromZero } from '@nightshelf/platform/metrics/metrics.ts';
import { FairSemaphore } from '@nightshelf/platform/semaphore/fair-semaphore.ts';
import { Semaphore } from '@nightshelf/platform/semaphore/semaphore.ts';
import type { Foundation } from '@nightshelf/platform/service/service-definition.ts';
import { Gauge, Histogram, type Registry } from 'prom-client';
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { KnownDevices } from '../clients/known-devices.ts';
import type { AuthSettings } from '../config.ts';

/** Composes everything that slows down password guessing. */
export function composeThrottling({ redis, settings, registry }: Foundation<AuthSettings>) {
  const attempts = new AttemptLimit(redis, settings.RATE_LIMIT_FACTOR);
  const responseDelay = new ResponseDelay(redis, settings.RATE_LIMIT_FACTOR);
  const devices = new KnownDevices(settings.IDENTITY_SECRET, settings.PUBLIC_ORIGIN);
  const hashing = hashingQueue({
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

/** How long failures count, and the longest wait. */
const windowSeconds = 15 * 60;
const freeAttempts = 5;

const scaled = (attempts: number, factor: number) => Math.max(1, Math.round(attempts * factor));

/** Hashed, because names may be long and Redis should not hold network addresses. */
const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url');

const attemptsKey = (account: string, address: string | null) =>
  hashOf(`${account.toLowerCase()} ${address === null ? '' : networkOf(address)}`);

/**
 * Limits attempts at one account from one address: after five failures in 15 minutes, each further one has to wait 1,
 * 2, 4 … seconds, up to 15 minutes.
 */
export class AttemptLimit {
  readonly #attempts: RateLimiterRedis;
  /** Allows one attempt until the wait is over. */
  readonly #waits: RateLimiterRedis;

  /** @param factor multiplies the free attempts, for load tests */
  constructor(redis: Redis, factor: number) {
    const options = { storeClient: redis, duration: windowSeconds };
    this.#attempts = new RateLimiterRedis({ ...options, keyPrefix: 'failures', points: scaled(freeAttempts, factor) });
    this.#waits = new RateLimiterRedis({ ...options, keyPrefix: 'failure-waits', points: 1 });
  }

  /**
   * Counts an attempt before it is checked, so that concurrent ones count too.
   * @throws CodedError 429 with Retry-After
   */
  async enter(account: string, address: string | null): Promise<void> {
    const key = attemptsKey(account, address);
    const wait = await this.#waits.get(key);
    if (wait) throw tooMany(wait);
    const { consumedPoints: attempts } = await this.#attempts.penalty(key);
    const beyond = attempts - this.#attempts.points;
    if (beyond < 0) return;
    const customDuration = Math.min(2 ** beyond, windowSeconds);
    await this.#waits.consume(key, 1, { customDuration }).catch((error: unknown) => {
      throw error instanceof RateLimiterRes ? tooMany(error) : error;
    });
    // Drops most of the concurrent attempts that were refused; one that counts later makes the next wait longer.
    await this.#attempts.set(key, attempts, customDuration + windowSeconds);
  }

  async succeeded(account: string, address: string | null): Promise<void> {
    const key = attemptsKey(account, address);
    await Promise.all([this.#attempts.delete(key), this.#waits.delete(key)]);
  }
}

function tooMany({ msBeforeNext }: RateLimiterRes): CodedError {
  const seconds = Math.max(1, Math.ceil(msBeforeNext / 1000));
  const message = `Too many attempts. Please try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`;
  return new CodedError(429, 'auth.too_many_attempts', message, { headers: { 'retry-after': String(seconds) } });
}

const undelayedAttempts = 10;
const longestMs = 2000;

/** A delayed response costs only a connection; beyond this many, attempts are refused. */
const delayedAtOnce = 500;

/**
 * Slows down guessing at one account from many addresses by delaying responses up to two seconds. Refuses no request, so
 * that a stranger cannot lock the owner out.
 */
export class ResponseDelay {
  readonly #attempts: RateLimiterRedis;
  readonly #delayed = new Semaphore(delayedAtOnce, 0, busy);

  /** @param factor multiplies the undelayed attempts, for load tests */
  constructor(redis: Redis, factor: number) {
    const points = scaled(undelayedAttempts, factor);
    this.#attempts = new RateLimiterRedis({ storeClient: redis, keyPrefix: 'held', points, duration: windowSeconds });
  }

  /** Counts an attempt and applies its delay. @throws CodedError 503 when too many are delayed already */
  async delay(account: string): Promise<void> {
    const { consumedPoints } = await this.#attempts.penalty(hashOf(account.toLowerCase()));
    const beyond = consumedPoints - this.#attempts.points;
    if (beyond <= 0) return;
    await this.#delayed.run(() => wait(Math.min(longestMs, 100 * 2 ** (beyond - 1))));
  }

  /** Removes a successful attempt from the count. */
  async succeeded(account: string): Promise<void> {
    await this.#attempts.reward(hashOf(account.toLowerCase()));
  }
}

/** Fractions of the queue that one address and one account may use. */
const partOfAddress = 0.1;
const partOfAccount = 0.2;

interface HashingQueueOptions {
  readonly atOnce: number;
  /** Queue length. */
  readonly waiting: number;
  /** Multiplies the queue limits per address and account, for load tests. */
  readonly factor: number;
  readonly registry: Registry;
}

export interface HashingFor {
  /** The client's address; null when unknown. */
  readonly address: string | null;
  /** The name as typed, for clients that may be strangers to the account; limits their queue. */
  readonly account?: string;
}

/** Limits concurrent hashes. Addresses take turns, so that one with many requests delays only itself. */
export function hashingQueue({ atOnce, waiting, factor, registry }: HashingQueueOptions) {
  const part = (fraction: number) => Math.max(1, Math.round(waiting * Math.min(1, fraction * factor)));
  const mostOfAccount = part(partOfAccount) + atOnce;
  /** Unfinished hashes by account. */
  const ofAccounts = new Map<string, number>();
  const refused = countedFromZero(registry, {
    name: 'auth_password_hashes_refused_total',
    help: 'Passwords refused because the queue of the process, address or account was full',
    label: 'whose',
    values: ['all', 'address', 'account'],
  });
  const refusal = (whose: 'all' | 'one') => {
    refused.inc({ whose: whose === 'one' ? 'address' : 'all' });
    return whose === 'one' ? tooManyAtOnce() : busy();
  };
  const semaphore = new FairSemaphore({ atOnce, waiting, waitingOfOne: part(partOfAddress), refusal });
  new Gauge({
    name: 'auth_password_hashes_waiting',
    help: 'Passwords that wait to be hashed',
    registers: [registry],
    collect() {
      this.set(semaphore.waiting);
    },
  });
  const waitSeconds = new Histogram({
    name: 'auth_password_hash_wait_seconds',
    help: 'Time that a password waits to be hashed',
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });

  const enter = (account: string): void => {
    const before = ofAccounts.get(account) ?? 0;
    if (before >= mostOfAccount) {
      refused.inc({ whose: 'account' });
      throw busy();
    }
    ofAccounts.set(account, before + 1);
  };

  const leave = (account: string): void => {
    const left = (ofAccounts.get(account) ?? 1) - 1;
    if (left > 0) ofAccounts.set(account, left);
    else ofAccounts.delete(account);
  };

  return {
    /**
     * @throws CodedError 429 when the address has too many in the queue, 503 when the queue or the account's part of it
     * is full
     */
    run: async <Result>({ address, account }: HashingFor, work: () => Promise<Result>): Promise<Result> => {
      const cameAt = performance.now();
      const name = account?.toLowerCase();
      if (name !== undefined) enter(name);
      try {
        return await semaphore.run(address === null ? 'unknown' : networkOf(address), () => {
          waitSeconds.observe((performance.now() - cameAt) / 1000);
          return work();
        });
      } finally {
        if (name !== undefined) leave(name);
      }
    },
  };
}

const tryLater = { headers: { 'retry-after': '5' } };

const tooManyAtOnce = () =>
  new CodedError(429, 'auth.too_many_at_once', 'Too many attempts at once. Please try again in a moment.', tryLater);

/** The error when a queue is full. */
export const busy = () =>
  new CodedError(503, 'auth.busy', 'Too many users are signing in. Please try again in a moment.', tryLater);
