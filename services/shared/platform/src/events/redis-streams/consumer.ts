import type { Redis } from 'ioredis';
import type { Logger } from '../../logging/logger.ts';
import type { BusConsumer, ConsumeOptions } from '../bus.ts';
import { asideMs, checkHandlers, checkProgress, isStuck } from '../delivery/progress.ts';
import { pause } from '../delivery/redelivery.ts';
import type { Keys } from './keys.ts';
import { Leases } from './leases.ts';
import { OwnedPartition } from './owned-partition.ts';
import { assignedPartitions } from './partitioning.ts';
import { lagOf, openPosition } from './positions.ts';
import { readLimitMs, StreamReader } from './stream-reader.ts';

export interface RedisStreamsConsumerOptions {
  /** Unique among all consumers of all time. */
  readonly member: string;
  readonly group: string;
  readonly handle: ConsumeOptions['handle'];
  readonly countKnown: ConsumeOptions['countKnown'];
  readonly onGap: ConsumeOptions['onGap'];
  /** Topics with their number of partitions. */
  readonly topics: ReadonlyMap<string, number>;
  readonly keys: Keys;
  readonly redis: Redis;
  /** A connection of the consumer's own. */
  readonly reader: Redis;
  readonly leaseMs: number;
  readonly logger: Logger;
}

/** Milliseconds between looks at whether the streams are still those that were read. */
const verifyIntervalMs = 2000;

interface PartitionName {
  readonly topic: string;
  readonly partition: number;
  readonly lease: string;
}

/**
 * One consumer of a group. Who reads which partition follows from who is alive; a lease makes sure that it is one at a
 * time. How far the group has come is kept in the stream's consumer group and only moved by the lease's holder. Entries
 * are read with XREAD from there: XREADGROUP would hand entries to a reader that does not know yet that its lease has
 * passed to another, where they would be stuck, out of order.
 */
export class RedisStreamsConsumer implements BusConsumer {
  readonly #options: RedisStreamsConsumerOptions;
  readonly #leases: Leases;
  readonly #reader: StreamReader;
  /** By the name of the lease. */
  readonly #owned = new Map<string, OwnedPartition>();
  /** Leases that Redis may hold to be ours, whether we know of it or not. */
  readonly #claimed = new Set<string>();
  readonly #balancing: Promise<void>;
  readonly #stopping = new AbortController();
  #leaseTimer: NodeJS.Timeout | undefined;
  #verifiedAt = 0;
  #others = false;
  #fault: string | null = 'has not started yet';

  constructor(options: RedisStreamsConsumerOptions) {
    this.#options = options;
    const { redis, reader, logger } = options;
    this.#leases = new Leases(options);
    const withRoom = () => [...this.#owned.values()].filter(({ hasRoom }) => hasRoom);
    this.#reader = new StreamReader(reader, redis, withRoom, logger);
    this.#balancing = this.#keepBalancing();
  }

  check(): string | null {
    return this.#fault ?? checkProgress(this.#workers());
  }

  /** Whatever happens to Redis, the next round starts from what it then holds; a handler may hang for ever. */
  broken(): string | null {
    return checkHandlers(this.#workers());
  }

  async lag(): Promise<Readonly<Record<string, number>>> {
    const { topics, redis, keys, group } = this.#options;
    const lags: Record<string, number> = {};
    for (const [topic, partitions] of topics) {
      const each = Array.from({ length: partitions }, (_, partition) =>
        lagOf(redis, keys.stream(topic, partition), group),
      );
      lags[topic] = (await Promise.all(each)).reduce((sum, lag) => sum + lag, 0);
    }
    return lags;
  }

  async stop(): Promise<void> {
    if (this.#stopping.signal.aborted) return this.#balancing;
    this.#stopping.abort();
    this.#fault = 'has stopped';
    const stopWorkers = () => Promise.all(this.#workers().map((worker) => worker.stop()));
    await Promise.all([stopWorkers(), this.#reader.stop(), this.#balancing]);
    // Those that the last round of balancing has brought.
    await stopWorkers();
    clearTimeout(this.#leaseTimer);
    // What cannot be given back runs out by itself.
    await this.#leases.leave([...this.#claimed]).catch(() => undefined);
    this.#owned.clear();
  }

  async #keepBalancing(): Promise<void> {
    const { leaseMs, logger, group } = this.#options;
    while (!this.#stopping.signal.aborted) {
      try {
        if (this.#others && isStuck(this.#workers())) await this.#stepAside();
        await this.#balance();
        if (this.#fault !== null) logger.info({ group, partitions: this.#owned.size }, 'Receives events');
        this.#fault = null;
      } catch (error) {
        if (this.#fault === null) logger.warn({ err: error, group }, 'Cannot receive events for now');
        this.#fault = error instanceof Error ? error.message : String(error);
      }
      await pause(this.#fault === null ? leaseMs / 5 : Math.min(leaseMs / 10, 250), this.#stopping.signal);
    }
  }

  #workers() {
    return [...this.#owned.values()].map(({ worker }) => worker);
  }

  /** Leaves the group for a while: another consumer may reach what this one does not. */
  async #stepAside(): Promise<void> {
    const { logger, group } = this.#options;
    this.#fault = checkProgress(this.#workers()) ?? 'does not get on';
    logger.warn({ group, fault: this.#fault }, 'Leaves its partitions to others for a moment');
    for (const lease of this.#owned.keys()) this.#lose(lease);
    await this.#leases.leave([...this.#claimed]);
    this.#claimed.clear();
    await pause(asideMs, this.#stopping.signal);
  }

  async #verify(): Promise<void> {
    const now = performance.now();
    if (now - this.#verifiedAt < verifyIntervalMs) return;
    this.#verifiedAt = now;
    for (const owned of this.#owned.values()) await owned.verify();
  }

  async #balance(): Promise<void> {
    // Without signs of life from here another consumer takes over.
    if (this.#reader.silentMs > 2 * readLimitMs) throw new Error('has had no answer to its reads');
    const asked = performance.now();
    await this.#verify();
    const wanted = await this.#wanted();
    for (const [lease, owned] of this.#owned) {
      if (!wanted.has(lease) && !owned.leaving) this.#handOver(lease, owned);
    }
    // What is being handed over stays ours until the record in hand has ended.
    const topicOf = (lease: string) => (wanted.get(lease) ?? this.#owned.get(lease))?.topic ?? '';
    const names = [...new Set([...wanted.keys(), ...this.#owned.keys()])];
    // Given up for another reason before they could be handed over: nobody else gets them while we are alive.
    await this.#release([...this.#claimed].filter((lease) => !names.includes(lease)));
    for (const lease of names) this.#claimed.add(lease);
    const claims = await this.#leases.claim(names.map((lease) => ({ lease, topic: topicOf(lease) })));
    this.#loseAllAfter(this.#options.leaseMs - (performance.now() - asked));
    for (const [index, lease] of names.entries()) {
      const claim = claims[index] ?? 'denied';
      // Taken anew although it was ours: it had run out, and somebody may have been further in between.
      if (claim === 'denied') this.#claimed.delete(lease);
      if (claim !== 'renewed') this.#lose(lease);
      if (claim === 'denied' || this.#owned.has(lease)) continue;
      const name = wanted.get(lease);
      if (name) await this.#own(name);
      else await this.#release([lease]);
    }
  }

  async #wanted(): Promise<ReadonlyMap<string, PartitionName>> {
    const { topics, keys, group, member } = this.#options;
    const members = await this.#leases.beat();
    this.#others = members.some((each) => each.length > 1);
    const wanted = new Map<string, PartitionName>();
    for (const [index, [topic, partitions]] of [...topics].entries()) {
      for (const partition of assignedPartitions(topic, partitions, members[index] ?? [], member)) {
        const lease = keys.lease(group, topic, partition);
        wanted.set(lease, { topic, partition, lease });
      }
    }
    return wanted;
  }

  async #own({ topic, partition, lease }: PartitionName): Promise<void> {
    const { redis, keys, group, member, handle, countKnown, onGap, logger } = this.#options;
    const stream = keys.stream(topic, partition);
    const position = await openPosition(redis, stream, group);
    if (position.gap) {
      logger.warn({ group, topic, partition }, 'The bus has dropped events that the group has not handled');
      onGap?.({ topic, partition });
    }
    const onRoom = () => this.#reader.refresh();
    const onLost = () => this.#lose(lease);
    const names = { topic, partition, stream, lease, group, member };
    this.#owned.set(
      lease,
      new OwnedPartition({ ...names, redis, handle, countKnown, logger, onRoom, onLost }, position),
    );
    this.#reader.refresh();
  }

  #handOver(lease: string, owned: OwnedPartition): void {
    owned.leaving = true;
    void owned.worker.stop().then(async () => {
      if (this.#owned.get(lease) !== owned) return;
      this.#owned.delete(lease);
      await this.#release([lease]).catch(() => undefined);
    });
  }

  async #release(leases: readonly string[]): Promise<void> {
    await this.#leases.release(leases);
    for (const lease of leases) this.#claimed.delete(lease);
  }

  #lose(lease: string): void {
    void this.#owned.get(lease)?.worker.stop();
    this.#owned.delete(lease);
  }

  /** Without an answer from Redis the leases run out there; by then nothing may be in work here. */
  #loseAllAfter(ms: number): void {
    clearTimeout(this.#leaseTimer);
    this.#leaseTimer = setTimeout(
      () => {
        for (const lease of this.#owned.keys()) this.#lose(lease);
      },
      Math.max(0, ms),
    );
  }
}
