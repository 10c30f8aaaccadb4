import type { ServerResponse } from 'node:http';
import type { Limit } from '@nightshelf/contracts/limits.ts';
import { CodedError } from '@nightshelf/platform/errors/coded-error.ts';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import {
  clientAddress,
  type GatewayRequest,
  type Handler,
  type Lease,
  limitKeyOf,
  type Next,
  secondsLeft,
  type Verdict,
} from './http/exchange.ts';
import { sendFailure } from './http/response.ts';
import type { Runtime } from './runtime.ts';
import { scaled } from './settings.ts';

/** A batch is at most 20 points and 2 % of a limit; small limits take single points. */
const maxBatch = 20;
const batchShare = 0.02;

const sweepIntervalMs = 30_000;

/**
 * A limit shared by all replicas. Each takes small batches of points from Redis, so the total never exceeds the limit,
 * but a caller on n replicas may be refused up to (n - 1) batches early. Without Redis each replica counts in memory.
 */
export class LeasedLimiter {
  readonly #limit: Limit;
  readonly #batch: number;
  readonly #limiter: RateLimiterRedis;
  readonly #leases = new Map<string, Lease>();

  constructor({ settings, cache }: Pick<Runtime, 'settings' | 'cache'>, given: Limit) {
    const limit = { ...given, points: scaled(settings, given.points) };
    this.#limit = limit;
    this.#batch = Math.max(1, Math.min(maxBatch, Math.floor(limit.points * batchShare)));
    const options = { keyPrefix: `limit:${limit.name}`, points: limit.points, duration: limit.seconds };
    this.#limiter = new RateLimiterRedis({
      ...options,
      storeClient: cache,
      rejectIfRedisNotReady: true,
      insuranceLimiter: new RateLimiterMemory(options),
    });
    setInterval(() => this.#forgetEnded(), sweepIntervalMs).unref();
  }

  /** Counts one request of `key`; asks Redis only when the last batch is used up. */
  take(key: string, now = performance.now()): Verdict | Promise<Verdict> {
    const lease = this.#leases.get(key);
    if (lease && lease.resetsAt > now && !lease.refill && (lease.left > 0 || lease.unclaimed === 0)) {
      return this.#handOut(lease);
    }
    return this.#takeLater(key, lease);
  }

  /** Returns the verdict when this replica knows that the limit of `key` is used up, else null. Counts nothing. */
  spent(key: string, now = performance.now()): Verdict | null {
    const lease = this.#leases.get(key);
    const isSpent = lease && lease.resetsAt > now && lease.left === 0 && lease.unclaimed === 0;
    return isSpent ? this.#handOut(lease) : null;
  }

  #handOut(lease: Lease): Verdict {
    const allowed = lease.left > 0;
    if (allowed) lease.left -= 1;
    const remaining = lease.left + lease.unclaimed;
    return { allowed, limit: this.#limit.points, remaining, resetsAt: lease.resetsAt, lease };
  }

  async #takeLater(key: string, known: Lease | undefined): Promise<Verdict> {
    const lease = known ?? { left: 0, unclaimed: this.#limit.points, resetsAt: 0, refill: null };
    this.#leases.set(key, lease);
    // Many requests may wait for one batch, which can run out before the last of them.
    while (lease.resetsAt <= performance.now() || (lease.left === 0 && lease.unclaimed > 0)) {
      lease.refill ??= this.#refill(key, lease).finally(() => {
        lease.refill = null;
      });
      await lease.refill;
    }
    return this.#handOut(lease);
  }

  async #refill(key: string, lease: Lease): Promise<void> {
    const result = await this.#limiter.consume(key, this.#batch).catch((refusal: unknown) => {
      if (refusal instanceof RateLimiterRes) return refusal;
      throw refusal;
    });
    const overdrawn = Math.max(0, result.consumedPoints - this.#limit.points);
    lease.left = Math.max(0, this.#batch - overdrawn);
    lease.unclaimed = Math.max(0, this.#limit.points - result.consumedPoints);
    // A minimum, so that a window that is about to end cannot make the caller loop endlessly.
    lease.resetsAt = performance.now() + Math.max(50, result.msBeforeNext);
  }

  #forgetEnded(): void {
    const now = performance.now();
    for (const [key, lease] of this.#leases) if (lease.resetsAt <= now && !lease.refill) this.#leases.delete(key);
  }
}

export type LimitSubject = 'address' | 'user';

/**
 * Counts requests and returns 429 above the limit.
 * @param isParticular whether it counts particular calls only. Such a limit protects the service, so an unreachable
 * service returns the points; a limit on all calls protects the gateway
 */
export function limitRequests(runtime: Runtime, limit: Limit, by: LimitSubject, isParticular: boolean): Handler {
  const { settings, metrics } = runtime;
  const limiter = new LeasedLimiter(runtime, limit);
  const judge = (verdict: Verdict, request: GatewayRequest, response: ServerResponse, next: Next) => {
    const { exchange } = request;
    if (!exchange.allowance || verdict.remaining < exchange.allowance.remaining) exchange.allowance = verdict;
    if (isParticular) exchange.charged.push(verdict);
    if (verdict.allowed) {
      next();
      return;
    }
    metrics.limited.inc({ limit: limit.name });
    sendFailure(request, response, tooMany(verdict));
  };
  return (request, response, next) => {
    const { exchange } = request;
    if (by === 'address') exchange.address ||= clientAddress(request, settings.TRUST_PROXY);
    const key = by === 'address' ? exchange.address : exchange.session && limitKeyOf(exchange.session);
    if (key === null) return next();
    const verdict = limiter.take(key);
    if (!(verdict instanceof Promise)) return judge(verdict, request, response, next);
    verdict.then((known) => judge(known, request, response, next), next);
  };
}

export function tooMany(verdict: Verdict): CodedError {
  const seconds = secondsLeft(verdict);
  const message = `Too many requests. Please try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`;
  return new CodedError(429, 'gateway.rate_limited', message, { headers: { 'retry-after': String(seconds) } });
}
