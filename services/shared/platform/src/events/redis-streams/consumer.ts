import type { Logger } from '../../logging/logger.ts';
import type { RedisClient } from '../../redis/client.ts';
import type { BusConsumer, ConsumeOptions } from '../bus.ts';
import { asideMs, checkHandlers, checkProgress, isStuck, PartitionWorker } from '../delivery/partition-worker.ts';
import { pause } from '../delivery/redelivery.ts';
import { type RawEntry, type RawStreams, toDelivery } from './entry.ts';
import { groupPrefix, releaseScript, tendScript } from './scripts.ts';

export interface StreamPartition {
  readonly topic: string;
  readonly partition: number;
  readonly stream: string;
}

export interface StreamShare {
  readonly streams: readonly StreamPartition[];
  /** Each share needs its own connection, because its reads block. */
  readonly reader: RedisClient;
}

export interface RedisStreamsConsumerOptions extends Omit<ConsumeOptions, 'topics'> {
  /** Unique among all consumers ever. */
  readonly member: string;
  /** The streams of one share are read together. */
  readonly shares: readonly StreamShare[];
  readonly redis: RedisClient;
  /** Time without a heartbeat after which other consumers take over a consumer's entries. */
  readonly heartbeatTimeoutMs: number;
  readonly logger: Logger;
}

/** How long a read waits for new entries. */
export const blockMs = 5000;
/** The same while some streams are left out, because they have no room or no group. */
const shortBlockMs = 100;
/** Maximum entries of each stream in one read. */
const readSize = 100;
/** Entries of one stream in flight from which on no more are read. */
const capacity = 200;
const mostPending = 1000;
const mostAcknowledged = 500;
/** Limit of a count by reading, which is needed when Redis has lost its own count. */
const mostCounted = 10_000;

/** A stream with the entries that this consumer has in flight, from reading to acknowledging. */
interface Work extends StreamPartition {
  readonly inFlight: Set<string>;
  /** Ids that are handled and not acknowledged. */
  readonly handled: string[];
  worker: PartitionWorker;
  acknowledging: Promise<void> | undefined;
  /** Whether the stream has its group, so that it can be read. */
  isReady: boolean;
  /** Number of responses that were lost, with entries that are then pending but not in flight. */
  losses: number;
  /** Number of these after which the pending entries were read again. */
  recovered: number;
}

/**
 * A consumer of a group. Redis gives each entry to one consumer of the group and keeps it pending until it is
 * acknowledged. Twice per heartbeat timeout a consumer sends a heartbeat and takes over the pending entries of dead
 * consumers. An entry may be handled twice.
 */
export class RedisStreamsConsumer implements BusConsumer {
  readonly #options: RedisStreamsConsumerOptions;
  readonly #group: string;
  readonly #works: Work[] = [];
  readonly #readers: RedisClient[] = [];
  readonly #stopping = new AbortController();
  readonly #stopped = new Promise((resolve) => this.#stopping.signal.addEventListener('abort', resolve));
  readonly #running: Promise<void>[] = [];
  #hasOthers = false;
  #fault: string | null = 'has not started yet';
  readonly #readFaults = new Map<RedisClient, string>();
  #tendNow: () => void = () => undefined;

  constructor(options: RedisStreamsConsumerOptions) {
    this.#options = options;
    this.#group = groupPrefix + options.group;
    for (const share of options.shares) this.read(share);
    this.#running.push(this.#keepTending());
  }

  /** Starts reading these streams too. */
  read({ reader, streams }: StreamShare): void {
    if (this.#stopping.signal.aborted) {
      reader.disconnect();
      return;
    }
    const works = streams.map((stream) => this.#startWork(stream));
    this.#works.push(...works);
    this.#readers.push(reader);
    this.#running.push(this.#keepReading(reader, works));
  }

  check(): string | null {
    return this.#fault ?? this.#readFault ?? checkProgress(this.#workers());
  }

  get #readFault(): string | null {
    return [...this.#readFaults.values()][0] ?? null;
  }

  /** Only a hanging handler needs a restart: each round starts from the state in Redis, whatever happens to it. */
  broken(): string | null {
    return checkHandlers(this.#workers());
  }

  /** At most about ten thousand for a stream of which Redis itself has lost the count. */
  async lag(): Promise<Readonly<Record<string, number>>> {
    const { redis } = this.#options;
    const lags: Record<string, number> = {};
    const each = this.#works.map(async ({ topic, stream }) => {
      const group = await findGroup(redis, stream, this.#group);
      const from = group ? `(${group['last-delivered-id']}` : '-';
      const unread = group?.lag ?? (await redis.xrange(stream, from, '+', 'COUNT', mostCounted)).length;
      lags[topic] = (lags[topic] ?? 0) + Number(unread) + Number(group?.pending ?? 0);
    });
    await Promise.all(each);
    return lags;
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#fault = 'has stopped';
    for (const reader of this.#readers) reader.disconnect();
    await Promise.all([...this.#running, ...this.#works.map(({ worker }) => worker.stop())]);
    await Promise.all(this.#works.map(({ acknowledging }) => acknowledging));
    await this.#releaseAll();
  }

  #startWork(partition: StreamPartition): Work {
    const work: Work = {
      ...partition,
      worker: this.#startWorker(() => work),
      inFlight: new Set(),
      handled: [],
      acknowledging: undefined,
      isReady: false,
      losses: 0,
      recovered: 0,
    };
    return work;
  }

  #startWorker(work: () => Work): PartitionWorker {
    const { handle, countKnown, logger } = this.#options;
    return new PartitionWorker({
      handle,
      ...(countKnown && { countKnown }),
      acknowledge: async (done) => {
        const ids = done.map(({ offset }) => offset);
        this.#acknowledge(work(), ids);
      },
      logger,
    });
  }

  async #keepTending(): Promise<void> {
    const { heartbeatTimeoutMs, logger, group } = this.#options;
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      try {
        if (this.#hasOthers && isStuck(this.#workers())) await this.#stepAside();
        await this.#tendAll();
        if (this.#fault !== null) logger.info({ group, streams: this.#works.length }, 'Receives events');
        this.#fault = null;
      } catch (error) {
        if (this.#fault === null) logger.warn({ err: error, group }, 'Cannot receive events for now');
        this.#fault = messageOf(error);
      }
      const woken = new Promise<void>((resolve) => {
        this.#tendNow = resolve;
      });
      await Promise.race([pause((this.#fault ?? this.#readFault) ? 250 : heartbeatTimeoutMs / 2, signal), woken]);
    }
  }

  async #keepReading(reader: RedisClient, all: readonly Work[]): Promise<void> {
    const { member, logger } = this.#options;
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      const works = all.filter(({ isReady, inFlight }) => isReady && inFlight.size < capacity);
      if (works.length === 0) {
        await pause(shortBlockMs, signal);
        continue;
      }
      // Short after a fault, so that the check soon reports that reading works again.
      const block = works.length === all.length && !this.#readFaults.has(reader) ? blockMs : shortBlockMs;
      const options = ['GROUP', this.#group, member, 'COUNT', readSize, 'BLOCK', block];
      const streams = works.map(({ stream }) => stream);
      try {
        const response = await reader.call('XREADGROUP', ...options, 'STREAMS', ...streams, ...streams.map(() => '>'));
        for (const [stream, entries] of (response as RawStreams) ?? []) {
          const work = works.find((one) => one.stream === stream);
          if (work) this.#take(work, entries);
        }
        this.#readFaults.delete(reader);
      } catch (error) {
        logger.debug({ err: error }, 'Could not read');
        const isFirst = this.#readFaults.size === 0;
        this.#readFaults.set(reader, messageOf(error));
        // A group may be missing, or the response may have contained entries.
        for (const work of works) {
          work.isReady = false;
          work.losses += 1;
        }
        if (isFirst) this.#tendNow();
        await pause(shortBlockMs, signal);
      }
    }
  }

  #take(work: Work, entries: readonly RawEntry[]): void {
    const added = entries.filter(([id]) => !work.inFlight.has(id));
    for (const [id] of added) work.inFlight.add(id);
    const { true: deleted = [], false: present = [] } = Object.groupBy(added, ([, fields]) => `${fields === null}`);
    if (deleted.length > 0) {
      this.#acknowledge(
        work,
        deleted.map(([id]) => id),
      );
    }
    work.worker.push(present.map((entry) => toDelivery(work.topic, work.partition, entry)));
  }

  #acknowledge(work: Work, ids: readonly string[]): void {
    work.handled.push(...ids);
    work.acknowledging ??= this.#keepAcknowledging(work).finally(() => {
      work.acknowledging = undefined;
    });
  }

  /** Retries until all handled entries are acknowledged. A stopping consumer gives up, because duplicates are harmless. */
  async #keepAcknowledging({ stream, handled, inFlight }: Work): Promise<void> {
    const { redis, logger } = this.#options;
    while (handled.length > 0) {
      const ids = handled.slice(0, mostAcknowledged);
      try {
        await redis.xack(stream, this.#group, ...ids);
      } catch (error) {
        logger.debug({ err: error, stream }, 'Could not acknowledge yet');
        if (this.#stopping.signal.aborted) return;
        await pause(100);
        continue;
      }
      handled.splice(0, ids.length);
      for (const id of ids) inFlight.delete(id);
    }
  }

  #workers() {
    return this.#works.map(({ worker }) => worker);
  }

  async #tendAll(): Promise<void> {
    const others: number[] = [];
    const tend = async (work: Work) => {
      try {
        others.push(await this.#tend(work));
      } catch (error) {
        // Entries may have been taken over.
        work.losses += 1;
        throw error;
      }
    };
    const tended = await Promise.allSettled(this.#works.map(tend));
    this.#hasOthers = others.some((count) => count > 0);
    const failed = tended.find((each) => each.status === 'rejected');
    if (failed) throw failed.reason;
  }

  /**
   * @param noted the reported gap, once it has been stored and Redis may forget it
   * @returns how many other consumers of the stream are alive
   */
  async #tend(work: Work, noted = 0): Promise<number> {
    const { redis, member, heartbeatTimeoutMs } = this.#options;
    const { stream, inFlight } = work;
    const args = [this.#group, member, heartbeatTimeoutMs, Math.max(0, capacity - inFlight.size), noted];
    const { losses } = work;
    type Tended = [missed: number, others: number, taken: number];
    const [missed, others, taken] = (await redis.eval(tendScript, 1, stream, ...args)) as Tended;
    if (missed !== 0) {
      // Reading would move the group, and Redis could not report the gap again.
      work.isReady = false;
      await Promise.race([this.#report(work, missed), this.#stopped]);
      return this.#stopping.signal.aborted ? 0 : this.#tend(work, missed);
    }
    if (taken > 0 || losses > work.recovered) {
      const options = ['GROUP', this.#group, member, 'COUNT', mostPending];
      const pending = (await redis.call('XREADGROUP', ...options, 'STREAMS', stream, '0')) as RawStreams;
      this.#take(work, pending?.[0]?.[1] ?? []);
    }
    work.recovered = losses;
    work.isReady = true;
    return others;
  }

  /** Resolves when the group's gap has been stored. */
  async #report({ topic, partition }: Work, missed: number): Promise<void> {
    const { group, onGap, onBegin, logger } = this.#options;
    if (missed < 0) {
      await onBegin?.(topic);
    } else {
      logger.warn({ group, topic, partition }, 'The bus has dropped events that the group has not handled');
      await onGap?.({ topic, partition });
    }
  }

  /** Leaves its entries to other consumers for a while, because they may reach a dependency that this one cannot. */
  async #stepAside(): Promise<void> {
    const { logger, group } = this.#options;
    this.#fault = checkProgress(this.#workers()) ?? 'makes no progress';
    logger.warn({ group, fault: this.#fault }, 'Releases its events to other consumers for a while');
    for (const work of this.#works) {
      work.isReady = false;
      void work.worker.stop();
      work.inFlight.clear();
      work.losses += 1;
      work.worker = this.#startWorker(() => work);
    }
    await this.#releaseAll();
    await pause(asideMs, this.#stopping.signal);
  }

  /** Other consumers take over whatever could not be released. */
  async #releaseAll(): Promise<void> {
    const { redis, member } = this.#options;
    await Promise.allSettled(
      this.#works.map(({ stream }) => redis.eval(releaseScript, 1, stream, this.#group, member)),
    );
  }
}

/** @returns undefined when the stream or the group does not exist */
async function findGroup(redis: RedisClient, stream: string, group: string) {
  try {
    const groups = (await redis.xinfo('GROUPS', stream)) as unknown[][];
    const flat = groups.find((each) => each[each.indexOf('name') + 1] === group) ?? [];
    const pairs = flat.flatMap((name, at) => (at % 2 === 0 ? [[name, flat[at + 1]]] : []));
    return pairs.length > 0 ? (Object.fromEntries(pairs) as Record<string, string | number | null>) : undefined;
  } catch (error) {
    if (error instanceof Error && error.message.includes('no such key')) return undefined;
    throw error;
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
