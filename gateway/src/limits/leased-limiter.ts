import type { Limit } from '@nightshelf/contracts/limits.ts';
import type { RedisClient } from '@nightshelf/platform/redis/client.ts';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { Lease, Verdict } from './verdict.ts';

/** Largest number of points taken at once, and the largest part of a limit: small limits are counted one by one. */
const maxBatch = 20;
const batchShare = 0.02;

const sweepIntervalMs = 30_000;

/**
 * A limit that holds across all replicas of the gateway. Points are taken from Redis in small batches, before they are
 * handed out, so that together the replicas never allow more than the limit; a caller whose requests are spread over n
 * replicas may be refused up to (n - 1) batches early: 2 % of the limit each, 20 points at most.
 * While Redis is away each replica counts in its own memory.
 */
export class LeasedLimiter {
  readonly #limit: Limit;
  readonly #batch: number;
  readonly #limiter: RateLimiterRedis;
  readonly #leases = new Map<string, Lease>();
  readonly #sweep: NodeJS.Timeout;

  constructor(redis: RedisClient, limit: Limit) {
    this.#limit = limit;
    this.#batch = Math.max(1, Math.min(maxBatch, Math.floor(limit.points * batchShare)));
    const options = { keyPrefix: `limit:${limit.name}`, points: limit.points, duration: limit.seconds };
    this.#limiter = new RateLimiterRedis({
      ...options,
      storeClient: redis,
      rejectIfRedisNotReady: true,
      insuranceLimiter: new RateLimiterMemory(options),
    });
    this.#sweep = setInterval(() => this.#forgetEnded(), sweepIntervalMs).unref();
  }

  /** Counts one request of `key`; asks Redis only when nothing is left of the last batch. */
  take(key: string, now = performance.now()): Verdict | Promise<Verdict> {
    const lease = this.#leases.get(key);
    if (lease && lease.resetsAt > now && !lease.refill && (lease.left > 0 || lease.unclaimed === 0)) {
      return this.#handOut(lease);
    }
    return this.#takeLater(key, lease);
  }

  /** The verdict on `key` when nothing of its limit is left, as far as is known here; null otherwise. Counts nothing. */
  spent(key: string, now = performance.now()): Verdict | null {
    const lease = this.#leases.get(key);
    const isSpent = lease && lease.resetsAt > now && lease.left === 0 && lease.unclaimed === 0;
    return isSpent ? this.#handOut(lease) : null;
  }

  close(): void {
    clearInterval(this.#sweep);
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
    // Many requests may wait for one batch, and it may be used up before the last of them has its turn.
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
    // At least a moment, so that a window about to end cannot make the caller's wait endless.
    lease.resetsAt = performance.now() + Math.max(50, result.msBeforeNext);
  }

  #forgetEnded(): void {
    const now = performance.now();
    for (const [key, lease] of this.#leases) if (lease.resetsAt <= now && !lease.refill) this.#leases.delete(key);
  }
}
