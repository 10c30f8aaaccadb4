import type { Logger } from '../../logging/logger.ts';
import { type AgainRange, type Held, type SharesTable, shareCount, type TakenShare } from './shares-table.ts';

/** How long a partition stays with a relay that sends no heartbeat. */
export const leaseMs = 3500;
/** Interval between heartbeats. The partitions of a dead relay pass to others after at most the sum of both. */
export const renewMs = 1000;
/** Remaining lease that is required to send. */
const sendMarginMs = 500;

export interface HeldShare extends Held {
  /** The rest of the range to publish again. */
  again: AgainRange | null;
}

/**
 * The outbox partitions that this relay may publish. It stops by a monotonic clock before the database gives a
 * partition to another relay. If it was suspended in between, it sends only duplicates and outdated versions, which
 * consumers drop, and the database rejects its writes.
 */
export class Shares {
  readonly #table: SharesTable;
  readonly #logger: Logger;
  /** Drains take only free partitions and are not counted when partitions are balanced. */
  readonly #guest: boolean;
  readonly #held = new Map<number, HeldShare>();
  #goodUntil = 0;
  #askedAt = Number.NEGATIVE_INFINITY;
  #balancedAt = Number.NEGATIVE_INFINITY;
  #renewing: Promise<void> | undefined;

  constructor(table: SharesTable, logger: Logger, guest: boolean) {
    this.#table = table;
    this.#logger = logger;
    this.#guest = guest;
  }

  get due(): boolean {
    return performance.now() - this.#askedAt >= renewMs;
  }

  get balanceDue(): boolean {
    return performance.now() - this.#balancedAt >= renewMs;
  }

  /** Returns the partitions that may be published now. */
  usable(): readonly HeldShare[] {
    return performance.now() < this.#goodUntil - sendMarginMs ? [...this.#held.values()] : [];
  }

  /**
   * Balances the partitions over the live relays, between batches.
   * @returns the newly taken partitions
   */
  async balance(): Promise<readonly TakenShare[]> {
    this.#balancedAt = performance.now();
    await this.renew();
    const live = this.#guest ? 1 : await this.#table.beat(leaseMs);
    const fair = Math.ceil(shareCount / live);
    const tooMany = this.#guest ? [] : [...this.#held.values()].slice(fair);
    for (const { share } of tooMany) this.#held.delete(share);
    await this.#table.release(tooMany);
    if (this.#held.size >= fair) return [];
    const asked = performance.now();
    const taken = await this.#table.take(fair - this.#held.size, leaseMs, [...this.#held.values()]);
    if (taken.length === 0) return [];
    if (this.#held.size === 0) this.#goodUntil = asked + leaseMs;
    for (const { share, fence, again } of taken) this.#held.set(share, { share, fence, again });
    this.#logger.info({ taken: taken.map(({ share }) => share), live }, 'Publishes shares of the outbox');
    return taken;
  }

  /** Also called during a batch. */
  renew(): Promise<void> {
    this.#renewing ??= this.#renew().finally(() => {
      this.#renewing = undefined;
    });
    return this.#renewing;
  }

  /** Releases partitions for any relay to take. */
  async giveBack(shares: readonly Held[]): Promise<void> {
    for (const { share } of shares) this.#held.delete(share);
    await this.#table.release(shares).catch(() => undefined);
  }

  /** Releases all partitions, because another relay may be able to publish. */
  async leave(): Promise<void> {
    const held = [...this.#held.values()];
    this.#held.clear();
    this.#balancedAt = performance.now();
    await this.#table.leave(held);
  }

  async #renew(): Promise<void> {
    const asked = performance.now();
    this.#askedAt = asked;
    const held = [...this.#held.values()];
    if (held.length === 0) return;
    const ours = await this.#table.renew(held, leaseMs);
    for (const { share } of held) if (!ours.has(share)) this.#held.delete(share);
    this.#goodUntil = asked + leaseMs;
    if (ours.size < held.length) {
      this.#logger.warn({ lost: held.length - ours.size }, 'Shares of the outbox have passed to another relay');
    }
  }
}
